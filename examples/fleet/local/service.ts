import { createSandbox, type Sandbox, type SandboxServer } from 'translation-requester/sandbox';

/** The stand-in for the service: an account each. */
export interface Service {
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  /** The address that each account is reached at. The real service has one for all. */
  readonly urls: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** How the service behaves. */
export interface ServiceOptions {
  readonly accounts: number;
  /** Milliseconds for a translation. */
  readonly pace: number;
  /** Requests a minute that it takes from an account. */
  readonly requestsAMinute: number;
  /** Whether connections break, answers are lost, and callbacks come twice or never. */
  readonly faulty: boolean;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const sandboxes = new Map<string, Sandbox>();
  const servers = new Map<string, SandboxServer>();
  for (let number = 1; number <= options.accounts; number += 1) {
    const name = `account-${number}`;
    const sandbox = createSandbox({
      seed: number,
      autopilot: { pace: options.pace, realistic: true },
      rateLimit: { requests: options.requestsAMinute, window: 60_000 },
    });
    if (options.faulty) disturb(sandbox);
    sandboxes.set(name, sandbox);
    servers.set(name, await sandbox.listen());
  }
  return {
    sandboxes,
    urls: new Map([...servers].map(([name, { url }]) => [name, url])),
    async close() {
      for (const sandbox of sandboxes.values()) sandbox.deliveries.off();
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

const PLACING = 'POST /api/v1/simple/questions';

/** What goes wrong, and how often. */
function disturb({ faults, deliveries }: Sandbox): void {
  faults.add({ on: PLACING, probability: 0.02, fault: { kind: 'drop-after' } });
  faults.add({ on: PLACING, probability: 0.01, fault: { kind: 'drop-before' } });
  faults.add({ on: PLACING, probability: 0.01, fault: { kind: 'truncate' } });
  faults.add({ on: PLACING, probability: 0.005, fault: { kind: 'status', status: 500 } });
  faults.add({ on: 'GET *', probability: 0.02, fault: { kind: 'status', status: 503 } });
  faults.add({ on: 'GET *', probability: 0.02, fault: { kind: 'drop-midway' } });
  faults.add({ on: 'GET *', probability: 0.02, fault: { kind: 'delay', ms: 300 } });
  deliveries.disturb({ kind: 'lose', probability: 0.1 });
  deliveries.disturb({ kind: 'double', probability: 0.1 });
  deliveries.disturb({ kind: 'reorder', probability: 0.1 });
}
