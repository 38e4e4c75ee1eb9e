// Starts the sandbox in a container, with Testcontainers (https://node.testcontainers.org). The Dockerfile makes the image.
import { GenericContainer, Wait } from 'testcontainers';

const seed = 'orders: [{ texts: [Good morning] }]';

/** Begins with the seed. Stop `container` at the end. */
export async function startSandbox() {
  const container = await new GenericContainer('translation-requester-sandbox')
    .withCopyContentToContainer([{ content: seed, target: '/data/seed.yaml' }])
    .withCommand(['--json', '--seed-file', 'seed.yaml'])
    .withExposedPorts(4010)
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  return { container, baseUrl: `http://${container.getHost()}:${container.getMappedPort(4010)}` };
}
