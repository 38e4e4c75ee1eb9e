import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import type { FaultRule } from '../controls/faults.js';
import { checkedConditions } from '../world/conditions.js';
import type { Action } from './actions.js';

const number = ['number'] as const;
const text = ['string'] as const;
const CHANCE = { times: number, after: number, probability: number };

/** The actions that make things go wrong. */
export const troubleActions: Readonly<Record<string, Action>> = {
  faults: {
    fields: { on: text, fault: ['object'], ...CHANCE },
    needs: ['on', 'fault'],
    run({ sandbox, activeFaults }, fields) {
      // The cast is safe: faults.add checks every part of the rule.
      const rule = fields as FaultRule;
      return activeFaults.addFault(rule, sandbox.faults.add({ ...rule, fault: withFunction(rule.fault) }));
    },
  },
  'faults/clear': {
    fields: {},
    run({ sandbox, activeFaults }) {
      activeFaults.clearFaults();
      sandbox.faults.clear();
    },
  },
  remove: {
    fields: { id: number },
    needs: ['id'],
    run: ({ activeFaults }, { id = 0 }) => activeFaults.remove(id),
  },
  'access/withdraw': {
    fields: { accessToken: text },
    run: ({ sandbox }, { accessToken }) => sandbox.access.withdraw(accessToken),
  },
  'access/forbid': {
    fields: { on: text, accessToken: text },
    needs: ['on'],
    run: ({ sandbox, activeFaults }, { on = '', ...options }) =>
      activeFaults.addProhibition(on, sandbox.access.forbid(on, options)),
  },
  'access/allow': { fields: {}, run: ({ activeFaults }) => activeFaults.clearProhibitions() },
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
      projectEvents: ['string', 'null'],
    },
    run({ sandbox }, given) {
      const state = sandbox.currentState();
      const changed = Object.entries({ ...state.conditions, ...given }).filter(([, value]) => value !== null);
      state.conditions = checkedConditions(Object.fromEntries(changed));
      return state.conditions;
    },
  },
  'deliveries/disturb': {
    fields: { kind: text, ...CHANCE },
    needs: ['kind'],
    run({ sandbox, activeFaults }, fields) {
      // The cast is safe: deliveries.disturb checks every part of the rule.
      const rule = fields as DeliveryFaultRule;
      return activeFaults.addDisturbance(rule, sandbox.deliveries.disturb(rule));
    },
  },
  'deliveries/calm': { fields: {}, run: ({ activeFaults }) => activeFaults.clearDisturbances() },
};

/** Turns the patch of an `alter` fault into its function, since JSON has none. @throws TypeError without a patch */
function withFunction(fault: FaultRule['fault']): FaultRule['fault'] {
  if (fault.kind !== 'alter') return fault;
  const { patch, ...rest } = fault as { kind: 'alter'; alter: never; patch?: unknown }; // the shape that JSON can give it
  if (patch === undefined) throw new TypeError('A fault of the kind "alter" needs a `patch` here.');
  return { ...rest, alter: (answer) => patched(answer, patch) };
}

const MAX_DEPTH = 50;

/**
 * Applies a JSON merge patch: a field of the patch replaces that field of the value, and `null` removes it. A patch that is
 * no object replaces the whole value. @see RFC 7396
 */
function patched(value: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > MAX_DEPTH) return patch;
  const result = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) result.delete(name);
    else result.set(name, patched(result.get(name), part, depth + 1));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
