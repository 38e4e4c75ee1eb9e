import { Counter, Gauge, Registry } from 'prom-client';
import type { Status } from './status.ts';

const HELP = {
  orders: 'Orders by outcome; one that is tried again counts again',
  events: 'Events of the log by outcome',
  results: 'Results by outcome',
  requests: 'Requests to the service by status; `held back` were not sent',
} as const;

/** The figures in the form of Prometheus. They are those of the whole fleet, whichever process is asked. */
export async function metricsText({ counts, queues, following, unknown, totals }: Status): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  for (const [what, help] of Object.entries(HELP)) {
    const counter = new Counter({ name: `fleet_${what}_total`, help, labelNames: ['outcome'], registers });
    for (const [field, count] of Object.entries(counts)) {
      if (field.startsWith(`${what} `)) counter.inc({ outcome: field.slice(what.length + 1) }, count);
    }
  }
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `fleet_${name}`, help, labelNames, registers });
  const depth = gauge('queue_jobs', 'Jobs of a queue by state', ['queue', 'state']);
  for (const [queue, states] of Object.entries(queues)) {
    for (const [state, count] of Object.entries(states)) depth.set({ queue, state }, count);
  }
  const behind = gauge('events_behind', 'Events that are known and not queued', ['account']);
  const polled = gauge('last_poll_seconds', 'When the log was last read, in seconds since 1970', ['account']);
  for (const [account, { behind: count, lastPoll }] of Object.entries(following)) {
    behind.set({ account }, count);
    if (lastPoll !== undefined) polled.set({ account }, Date.parse(lastPoll) / 1000);
  }
  gauge('orders_unknown', 'Orders that a person has to look for').set(unknown.length);
  gauge('orders_open', 'Placed orders without a result').set(totals.open);
  return registry.metrics();
}
