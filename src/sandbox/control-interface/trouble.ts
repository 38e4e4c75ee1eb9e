import { isFields } from '../../base/kinds.js';
import { copyOptions, type Rule } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { DeliveryFaultRule } from '../controls/delivery-faults.js';
import { CHANCE } from '../controls/fault-frequency.js';
import type { FaultRule } from '../controls/faults.js';
import { CONDITIONS } from '../world/conditions.js';
import { type Action, numberField, textField } from './actions.js';

/** Null takes a condition back. */
const allowNull = (rule: Rule): Rule => ({
  check: (value, path, options) => (value === null ? [] : rule.check(value, path, options)),
});

/** The actions that make things go wrong. */
export const troubleActions: Readonly<Record<string, Action>> = {
  faults: {
    fields: { on: rules.required(textField), fault: rules.required(rules.kind('object')), ...CHANCE },
    run({ sandbox, activeFaults }, fields) {
      // The cast is safe: faults.add checks every part of the rule.
      const rule = fields as FaultRule;
      return activeFaults.faults.add(rule, sandbox.faults.add({ ...rule, fault: withFunction(rule.fault) }));
    },
  },
  'faults/clear': {
    fields: {},
    run({ sandbox, activeFaults }) {
      activeFaults.faults.remove();
      sandbox.faults.clear();
    },
  },
  remove: {
    fields: { id: rules.required(numberField) },
    run: ({ activeFaults }, { id = 0 }) => activeFaults.remove(id),
  },
  'access/withdraw': {
    fields: { accessToken: textField },
    run: ({ sandbox }, { accessToken }) => sandbox.access.withdraw(accessToken),
  },
  'access/forbid': {
    fields: { on: rules.required(textField), accessToken: textField },
    run: ({ sandbox, activeFaults }, { on = '', ...options }) =>
      activeFaults.prohibitions.add({ on }, sandbox.prohibitions.add(on, options)),
  },
  'access/allow': { fields: {}, run: ({ activeFaults }) => void activeFaults.prohibitions.remove() },
  'points/add': {
    fields: { points: rules.required(numberField), organizationId: numberField },
    run: ({ sandbox }, { points = 0, organizationId }) => sandbox.points.add(points, organizationId),
  },
  'points/take': {
    fields: { points: rules.required(numberField), organizationId: numberField },
    run: ({ sandbox }, { points = 0, organizationId }) => sandbox.points.take(points, organizationId),
  },
  conditions: {
    fields: Object.fromEntries(Object.entries(CONDITIONS).map(([name, rule]) => [name, allowNull(rule)])),
    run({ sandbox }, given) {
      const state = sandbox.currentState();
      const changed = Object.entries({ ...state.conditions, ...given }).filter(([, value]) => value !== null);
      state.conditions = copyOptions(Object.fromEntries(changed), CONDITIONS);
      return state.conditions;
    },
  },
  'deliveries/disturb': {
    fields: { kind: rules.required(textField), ...CHANCE },
    run({ sandbox, activeFaults }, fields) {
      // The cast is safe: deliveries.disturb checks every part of the rule.
      const rule = fields as DeliveryFaultRule;
      return activeFaults.disturbances.add(rule, sandbox.deliveries.disturb(rule));
    },
  },
  'deliveries/calm': { fields: {}, run: ({ activeFaults }) => void activeFaults.disturbances.remove() },
};

/** Turns the patch of an `alter` fault into its function, since JSON has none. @throws TypeError without a patch */
function withFunction(fault: FaultRule['fault']): FaultRule['fault'] {
  if (fault.kind !== 'alter') return fault;
  const { patch, ...rest } = fault as { kind: 'alter'; alter: never; patch?: unknown }; // as JSON can give it
  if (patch === undefined) throw new TypeError('A fault of the kind "alter" needs a `patch` here.');
  return { ...rest, alter: (answer) => applyPatch(answer, patch) };
}

const MAX_PATCH_DEPTH = 50;

/**
 * Applies a JSON merge patch: a field of the patch replaces that field of the value, and `null` removes it. A patch that is
 * no object replaces the whole value. @see RFC 7396
 */
function applyPatch(value: unknown, patch: unknown, depth = 0): unknown {
  if (!isFields(patch) || depth > MAX_PATCH_DEPTH) return patch;
  const result = new Map(isFields(value) ? Object.entries(value) : []);
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) result.delete(name);
    else result.set(name, applyPatch(result.get(name), part, depth + 1));
  }
  return Object.fromEntries(result);
}
