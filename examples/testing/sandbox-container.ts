// Starts the sandbox in a container, with Testcontainers (https://node.testcontainers.org). The Dockerfile makes the image.
import { GenericContainer, Wait } from 'testcontainers';

const seed = 'orders: [{ texts: [Good morning] }]';
const accessToken = 'token-for-tests';

/** Begins with the seed. Stop `container` at the end. */
export async function startSandbox() {
  const container = await new GenericContainer('translation-requester-sandbox')
    .withCopyContentToContainer([{ content: seed, target: '/data/seed.yaml' }])
    .withCommand(['--json', '--seed-file', 'seed.yaml', '--token', accessToken])
    .withExposedPorts(4010)
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  const baseUrl = `http://${container.getHost()}:${container.getMappedPort(4010)}`;
  return { container, baseUrl, accessToken };
}
