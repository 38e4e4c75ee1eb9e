import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import type { FaultRule } from '../controls/faults.js';
import { checkedConditions } from '../world/conditions.js';
import type { Act } from './act.js';
import { patched } from './patch.js';

const number = ['number'] as const;
const text = ['string'] as const;
const CHANCE = { times: number, after: number, probability: number };

/** What makes things go wrong. */
export const troubleActs: Readonly<Record<string, Act>> = {
  faults: {
    fields: { on: text, fault: ['object'], ...CHANCE },
    needs: ['on', 'fault'],
    run({ sandbox, ledger }, fields) {
      // faults.add checks every part of it.
      const rule = fields as FaultRule;
      return ledger.addFault(rule, sandbox.faults.add({ ...rule, fault: withFunction(rule.fault) }));
    },
  },
  'faults/clear': {
    fields: {},
    run({ sandbox, ledger }) {
      ledger.clearFaults();
      sandbox.faults.clear();
    },
  },
  remove: {
    fields: { id: number },
    needs: ['id'],
    run: ({ ledger }, { id = 0 }) => ledger.remove(id),
  },
  'access/withdraw': {
    fields: { accessToken: text },
    run: ({ sandbox }, { accessToken }) => sandbox.access.withdraw(accessToken),
  },
  'access/forbid': {
    fields: { on: text, accessToken: text },
    needs: ['on'],
    run: ({ sandbox, ledger }, { on = '', ...options }) =>
      ledger.addForbidden(on, sandbox.access.forbid(on, options)),
  },
  'access/allow': { fields: {}, run: ({ ledger }) => ledger.clearForbidden() },
  'points/add': {
    fields: { points: number, organizationId: number },
    needs: ['points'],
    run: ({ sandbox }, { points = 0, organizationId }) => sandbox.points.add(points, organizationId),
  },
  'points/take': {
    fields: { points: number, organizationId: number },
    needs: ['points'],
    run: ({ sandbox }, { points = 0, organizationId }) => sandbox.points.take(points, organizationId),
  },
  conditions: {
    fields: {
      latency: ['number', 'object', 'null'],
      rateLimit: ['object', 'null'],
      lag: ['object', 'null'],
      analysisTime: ['number', 'null'],
    },
    run({ sandbox }, given) {
      const state = sandbox.settled();
      const wanted = Object.entries({ ...state.conditions, ...given }).filter(([, value]) => value !== null);
      state.conditions = checkedConditions(Object.fromEntries(wanted));
      return state.conditions;
    },
  },
  'deliveries/disturb': {
    fields: { kind: text, ...CHANCE },
    needs: ['kind'],
    run({ sandbox, ledger }, fields) {
      // deliveries.disturb checks every part of it.
      const rule = fields as DeliveryFaultRule;
      return ledger.addDisturbance(rule, sandbox.deliveries.disturb(rule));
    },
  },
  'deliveries/calm': { fields: {}, run: ({ ledger }) => ledger.clearDisturbances() },
};

/** JSON has no functions, so `alter` is given as a patch. @throws TypeError when it has none */
function withFunction(fault: FaultRule['fault']): FaultRule['fault'] {
  if (fault.kind !== 'alter') return fault;
  const { patch, ...rest } = fault as { kind: 'alter'; alter: never; patch?: unknown }; // as JSON can have it
  if (patch === undefined) throw new TypeError('A fault of the kind "alter" needs a `patch` here.');
  return { ...rest, alter: (answer) => patched(answer, patch) };
}
