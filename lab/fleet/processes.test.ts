import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Status } from '../../examples/fleet/intake/status.ts';
import { type Fleet, startFleet } from '../../examples/fleet/local/fleet.ts';

const PATIENT = { timeout: 120_000, interval: 200 };

async function readStatus({ url }: Pick<Fleet, 'url'>): Promise<Status> {
  return (await fetch(`${url}/status`)).json();
}

/** How many accounts each leader has, the fewest first; only when a look of each is not older than a lock. */
async function shares(fleet: Fleet): Promise<string> {
  const { following, queues } = await readStatus(fleet);
  const counts: Record<string, number> = {};
  for (const { leader } of Object.values(following)) counts[leader] = (counts[leader] ?? 0) + 1;
  return `${Object.values(counts).sort().join(' ')}, ${queues.accounts?.active} led`;
}

test('the accounts are shared by the leaders, whoever comes, goes or falls asleep, and no event is lost', async () => {
  const fleet = await startFleet({
    accounts: 6,
    leaders: 2,
    workers: 1,
    pace: 1_000,
    requestsAMinute: 6_000,
    faulty: false,
    env: { FLEET_LOCK: '4000', FLEET_INTERVAL: '1000', FLEET_GAP: '100' },
  });
  try {
    const { processes, service } = fleet;
    const all = () =>
      [...service.sandboxes.values()].reduce((sum, { events }) => sum + events.ids().length, 0);
    const append = () => service.sandboxes.forEach(({ events }) => void events.append(20));
    const handled = async () => (await readStatus(fleet)).totals.events;

    await expect.poll(() => shares(fleet), PATIENT).toBe('3 3, 6 led');
    append();
    processes.start('leader', 'leader-3');
    await expect.poll(() => shares(fleet), PATIENT).toBe('2 2 2, 6 led');
    append();
    await processes.stop('leader-3');
    await expect.poll(() => shares(fleet), PATIENT).toBe('3 3, 6 led');

    processes.signal('leader-1', 'SIGSTOP');
    append();
    // It is still connected, and its accounts go to whoever is awake.
    await expect.poll(handled, PATIENT).toBe(all());
    append();
    processes.signal('leader-1', 'SIGCONT');
    await expect.poll(() => shares(fleet), PATIENT).toBe('3 3, 6 led');
    await expect.poll(handled, PATIENT).toBe(all());
  } finally {
    await fleet.close();
  }
});

test.each([
  ['SQLite', []],
  ['PostgreSQL', ['--postgres']],
])(
  'one command starts a whole fleet with %s, and Ctrl+C ends it with everything that it has started',
  async (_, args) => {
    const program = fileURLToPath(new URL('../../examples/fleet/main.ts', import.meta.url));
    // A group of processes, as a terminal makes one for a command.
    const main = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const lines: string[] = [];
    createInterface(main.stdout).on('line', (line) => lines.push(line));
    await expect.poll(() => lines.at(-1), PATIENT).toBe('Press Ctrl+C to end.');
    const url = /http:\S+(?=\/$)/.exec(lines[0] ?? '')?.[0] ?? '';
    expect((await readStatus({ url })).totals.placed).toBe(30);
    expect(await (await fetch(`${url}/`)).text()).toContain('30 orders placed');
    const folder = dirname(/\/\S+fleet\.log/.exec(lines.join(' '))?.[0] ?? '');
    const exit = once(main, 'exit');
    const asked = performance.now();
    process.kill(-Number(main.pid), 'SIGINT');
    expect(await exit).toEqual([0, null]);
    // A process that has to be killed takes 10 s.
    expect(performance.now() - asked).toBeLessThan(9_000);
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  },
);
