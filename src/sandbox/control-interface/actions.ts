import { checkOptions, type Rule } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import { sendAsApplication } from '../controls/as-application.js';
import type { Conditions } from '../world/conditions.js';
import type { ActiveFaults } from './active-faults.js';
import { placeSample } from './sample-orders.js';
import type { SandboxHandle } from './sandbox-handle.js';

/** What an action works with. */
export interface Context {
  readonly sandbox: SandboxHandle;
  readonly activeFaults: ActiveFaults;
}

/** Something that a POST with a JSON object makes the sandbox do. */
export interface Action {
  /** The fields of the object. */
  readonly fields: Readonly<Record<string, Rule>>;
  /** Runs with checked fields. The result is the answer's JSON. */
  run(context: Context, fields: ActionFields): unknown;
}

/** The fields that actions can have. */
interface ActionFields {
  readonly id?: number;
  readonly empty?: boolean;
  readonly questionId?: number;
  readonly questionBodyId?: number;
  readonly translationId?: number;
  readonly orderId?: number;
  readonly eventId?: number;
  readonly organizationId?: number;
  readonly points?: number;
  readonly accessToken?: string;
  readonly all?: boolean;
  readonly onlyMissing?: boolean;
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly body?: string;
  readonly reason?: string;
  readonly advance?: number;
  readonly count?: number;
  readonly kind?: string;
  readonly to?: string;
  readonly url?: string;
  readonly deny?: boolean;
  readonly account?: string;
  readonly on?: string;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly fault?: { readonly kind: string; readonly patch?: unknown };
  readonly redirectUri?: string;
  readonly callbackUrl?: string;
  readonly latency?: Conditions['latency'] | null;
  readonly rateLimit?: Conditions['rateLimit'] | null;
  readonly lag?: Conditions['lag'] | null;
  readonly analysisTime?: number | null;
  readonly projectEvents?: string | null;
}

export const numberField = rules.kind('number');
export const textField = rules.kind('string');

/** Each action by the end of its path. */
export const actions: Readonly<Record<string, Action>> = {
  reset: {
    fields: { empty: rules.flag },
    run: ({ sandbox }, { empty = false }) => sandbox.reset({ empty }),
  },
  translate: {
    fields: {
      questionBodyId: numberField,
      questionId: numberField,
      orderId: numberField,
      all: rules.flag,
      onlyMissing: rules.flag,
      text: textField,
      texts: rules.list(textField),
    },
    run(
      { sandbox: { translators } },
      { questionBodyId, questionId, orderId, all, onlyMissing, text, texts },
    ) {
      const named = [questionBodyId, questionId, orderId].filter((id) => id !== undefined).length;
      if (named + (all ? 1 : 0) !== 1)
        throw new Error('Name one of questionBodyId, questionId and orderId, or set `all` to true.');
      const options = { onlyMissing: onlyMissing ?? false };
      if (orderId !== undefined) return translators.translateOrder(orderId, options);
      if (all) return translators.translateAll(options);
      if (questionBodyId !== undefined) translators.translateBody(questionBodyId, text);
      if (questionId !== undefined) translators.translateQuestion(questionId, texts);
      return { translated: 1 };
    },
  },
  take: {
    fields: { questionId: rules.required(numberField) },
    run: ({ sandbox }, { questionId = 0 }) => sandbox.translators.takeQuestion(questionId),
  },
  comment: {
    fields: { questionId: numberField, translationId: numberField, body: rules.required(textField) },
    run({ sandbox }, { questionId, translationId, body = '' }) {
      if (questionId !== undefined) return sandbox.translators.commentOnQuestion(questionId, body);
      if (translationId !== undefined) return sandbox.translators.commentOnTranslation(translationId, body);
      throw new Error('Name a questionId or a translationId.');
    },
  },
  clock: {
    fields: { advance: rules.required(numberField) },
    async run({ sandbox: { clock } }, { advance = 0 }) {
      await clock.advance(advance);
      return { now: clock.now() };
    },
  },
  reject: {
    fields: { translationId: rules.required(numberField), reason: rules.required(textField) },
    async run({ sandbox }, { translationId = 0, reason = '' }) {
      const path = `simple/translations/${translationId}/reject`;
      await sendAsApplication(sandbox, 'PUT', path, { reason }, 200);
    },
  },
  authorize: {
    fields: { url: rules.required(textField), deny: rules.flag, account: textField },
    run: async ({ sandbox }, { url = '', deny, account: login }) => {
      const account = login === undefined ? undefined : { login };
      return { redirect: await sandbox.authorize(url, { deny, account }) };
    },
  },
  deliveries: {
    fields: { eventId: rules.required(numberField) },
    run: ({ sandbox }, { eventId = 0 }) => sandbox.deliveries.again(eventId),
  },
  'deliveries/receiver': {
    fields: { to: rules.required(rules.kind('string', 'null')) },
    run: ({ sandbox: { deliveries } }, { to }) => (to ? deliveries.to(new URL(to)) : deliveries.off()),
  },
  events: {
    fields: { count: numberField },
    run: ({ sandbox: { events } }, { count = 1 }) => events.append(count),
  },
  orders: {
    fields: { kind: textField },
    run: ({ sandbox }, { kind = 'simple' }) => placeSample(sandbox, kind),
  },
  application: {
    fields: { redirectUri: textField, callbackUrl: textField },
    run({ sandbox }, { redirectUri, callbackUrl }) {
      const addresses = Object.entries({ redirectUri, callbackUrl }).filter(([, address]) => address);
      for (const [, address] of addresses) checkAddress(String(address));
      const { mainAccount, accounts } = sandbox.currentState();
      Object.assign(mainAccount.application, Object.fromEntries(addresses));
      // Deliveries go to one receiver, whichever application has ordered.
      if (callbackUrl) for (const { application } of accounts) application.callbackUrl = callbackUrl;
    },
  },
  snapshot: { fields: {}, run: ({ sandbox }) => sandbox.snapshot() },
};

/** Pages of the sandbox link to these addresses, so a script must not be one. */
function checkAddress(address: string): void {
  const isAddress = URL.canParse(address) && !/^(javascript|data|vbscript):$/.test(new URL(address).protocol);
  if (!isAddress) throw new TypeError(`"${address}" is not an address.`);
}

/** Runs an action. @throws Error when its fields are wrong, or when it is not possible now */
export async function run(name: string, action: Action, given: unknown, context: Context): Promise<unknown> {
  const path = `/_sandbox/${name}`;
  refuseIssues(path, checkOptions('the body', given, action.fields));
  return action.run(context, given as ActionFields); // just checked
}
