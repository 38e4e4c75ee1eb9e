import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { main } from '../../src/command/sandbox.js';
import { createSandbox } from '../../src/sandbox/index.js';

/** A process that the command runs in. */
function shell() {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const printed = { out: '', err: '' };
  const io = {
    out: (text: string) => {
      printed.out += text;
    },
    err: (text: string) => {
      printed.err += text;
    },
    stopped: () => stopped,
  };
  return { printed, stop, run: (...args: string[]) => main(args, io) };
}

test('it prints what to connect with and serves until it is stopped', async () => {
  const { run, printed, stop } = shell();
  const code = run('sandbox', '--port', '0', '--seed', '7', '--json');
  await expect.poll(() => printed.out).not.toBe('');
  const { url, accessToken, clientId, clientSecret } = JSON.parse(printed.out);
  const { application } = createSandbox({ seed: 7 });
  expect({ clientId, clientSecret }).toMatchObject({
    clientId: application.clientId,
    clientSecret: application.clientSecret,
  });
  expect((await fetch(`${url}/api/v1/my?access_token=${accessToken}`)).status).toBe(200);
  stop();
  expect(await code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('people are told the address, the token, the application and the points', async () => {
  const { run, printed, stop } = shell();
  const code = run('sandbox', '--port', '0', '--autopilot');
  await expect.poll(() => printed.out).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  const { accessToken, application } = createSandbox();
  for (const text of [
    accessToken,
    application.clientId,
    application.clientSecret,
    '10,000,000 points',
    'at work',
  ]) {
    expect(printed.out).toContain(text);
  }
  stop();
  await code;
});

test('a port in use is said so, with exit code 1', async () => {
  const { url, close } = await createSandbox().listen();
  const { run, printed } = shell();
  const { port } = new URL(url);
  expect(await run('sandbox', '--port', port)).toBe(1);
  expect(printed.err).toBe(
    `Port ${port} is in use. Choose another with --port, or any free one with --port 0.\n`,
  );
  await close();
});

describe('the command line', () => {
  test('--help and --version print and end', async () => {
    const help = shell();
    expect(await help.run('--help')).toBe(0);
    expect(help.printed.out).toContain('--autopilot');
    const version = shell();
    expect(await version.run('--version')).toBe(0);
    expect(version.printed.out).toBe(`${manifest.version}\n`);
  });

  test.each([
    [[], 'Say what to run'],
    [['serve'], 'There is no command "serve".'],
    [['sandbox', 'extra'], 'Unexpected argument "extra".'],
    [['sandbox', '--prot', '1'], 'There is no option "--prot"; did you mean "--port"?'],
    [['sandbox', '--autpilot'], 'There is no option "--autpilot"; did you mean "--autopilot"?'],
    [['sandbox', '--colour'], 'There is no option "--colour". The options are --port, --seed, '],
    [['sandbox', '--port', 'x'], '--port takes a whole number'],
    [['sandbox', '--port', '70000'], '--port takes a whole number'],
    [['sandbox', '--latency', '-1'], '--latency'],
  ])('%j is answered with a message and exit code 2', async (args, message) => {
    const { run, printed } = shell();
    expect(await run(...args)).toBe(2);
    expect(printed.err).toContain(message);
    expect(printed.out).toBe('');
  });
});
