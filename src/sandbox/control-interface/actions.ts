import type { Kind } from '../../base/kinds.js';
import { checkOptions } from '../base/options.js';
import type { Conditions } from '../world/conditions.js';
import type { ActiveFaults } from './active-faults.js';
import { placeSample, rejectAsRequester } from './as-application.js';
import type { PointsHistory } from './points-history.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { translate } from './translate.js';

/** What an action works on. */
export interface Context {
  readonly sandbox: SandboxHandle;
  readonly activeFaults: ActiveFaults;
  readonly history: PointsHistory;
}

/** Something that the control interface can do, by a POST with a JSON object. */
export interface Action {
  /** The fields of the object, and their kinds. */
  readonly fields: Readonly<Record<string, readonly Kind[]>>;
  readonly needs?: readonly string[];
  // The fields have been checked when it runs.
  run(context: Context, fields: Fields): unknown;
}

/** The fields that actions can have. */
interface Fields {
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
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly body?: string;
  readonly reason?: string;
  readonly advance?: number;
  readonly count?: number;
  readonly kind?: string;
  readonly to?: string;
  readonly on?: string;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly fault?: { readonly kind: string; readonly patch?: unknown };
  readonly redirectUri?: string;
  readonly callbackUrl?: string;
  readonly returnTo?: string;
  readonly latency?: Conditions['latency'] | null;
  readonly rateLimit?: Conditions['rateLimit'] | null;
  readonly lag?: Conditions['lag'] | null;
  readonly analysisTime?: number | null;
}

/** Where the form of a wrong sign-in leads back to. */
const SIGN_IN = '/oauth/authorize?';

const number = ['number'] as const;
const text = ['string'] as const;

/** By the last part of the path. */
export const actions: Readonly<Record<string, Action>> = {
  reset: {
    fields: { empty: ['boolean'] },
    run: ({ sandbox }, { empty = false }) => sandbox.reset({ empty }),
  },
  translate: {
    fields: {
      ...{ questionBodyId: number, questionId: number, orderId: number, all: ['boolean'] },
      ...{ text, texts: ['array'] },
    },
    run: ({ sandbox }, { texts, ...work }) =>
      translate(sandbox, { ...work, ...(texts === undefined ? {} : { texts: listOfTexts(texts) }) }),
  },
  take: {
    fields: { questionId: number },
    needs: ['questionId'],
    run: ({ sandbox }, { questionId = 0 }) => sandbox.translators.takeQuestion(questionId),
  },
  comment: {
    fields: { questionId: number, translationId: number, body: text },
    needs: ['body'],
    run({ sandbox }, { questionId, translationId, body = '' }) {
      if (questionId !== undefined) return sandbox.translators.commentOnQuestion(questionId, body);
      if (translationId !== undefined) return sandbox.translators.commentOnTranslation(translationId, body);
      throw new Error('Name a questionId or a translationId.');
    },
  },
  clock: {
    fields: { advance: number },
    needs: ['advance'],
    async run({ sandbox: { clock } }, { advance = 0 }) {
      await clock.advance(advance);
      return { now: clock.now() };
    },
  },
  reject: {
    fields: { translationId: number, reason: text },
    needs: ['translationId', 'reason'],
    run: ({ sandbox }, { translationId = 0, reason = '' }) =>
      rejectAsRequester(sandbox, translationId, reason),
  },
  deliveries: {
    fields: { eventId: number },
    needs: ['eventId'],
    run: ({ sandbox }, { eventId = 0 }) => sandbox.deliveries.again(eventId),
  },
  'deliveries/receiver': {
    fields: { to: [...text, 'null'] },
    needs: ['to'],
    run: ({ sandbox: { deliveries } }, { to }) => (to ? deliveries.to(new URL(to)) : deliveries.off()),
  },
  events: {
    fields: { count: number },
    run: ({ sandbox: { events } }, { count = 1 }) => events.append(count),
  },
  orders: {
    fields: { kind: text },
    run: ({ sandbox }, { kind = 'simple' }) => placeSample(sandbox, kind),
  },
  application: {
    fields: { redirectUri: text, callbackUrl: text, returnTo: text },
    run({ sandbox }, { returnTo, redirectUri, callbackUrl }) {
      const addresses = Object.entries({ redirectUri, callbackUrl }).filter(([, address]) => address);
      for (const [, address] of addresses) checkAddress(String(address));
      if (returnTo !== undefined && !returnTo.startsWith(SIGN_IN))
        throw new TypeError(`A form leads back to "${SIGN_IN}", not to "${returnTo}".`);
      Object.assign(sandbox.settled().mainAccount.application, Object.fromEntries(addresses));
    },
  },
  snapshot: { fields: {}, run: ({ sandbox }) => sandbox.snapshot() },
};

/** A page of the sandbox leads to these addresses, so they may not be scripts. */
function checkAddress(address: string): void {
  const isAddress = URL.canParse(address) && !/^(javascript|data|vbscript):$/.test(new URL(address).protocol);
  if (!isAddress) throw new TypeError(`"${address}" is not an address.`);
}

/** Runs an action. @throws Error when its fields are wrong, or when it is not possible now */
export async function run(name: string, action: Action, given: unknown, context: Context): Promise<unknown> {
  const path = `/_sandbox/${name}`;
  checkOptions(path, given, action.fields);
  const fields = given as Fields; // as the line above has found
  const missing = action.needs?.find((field) => !(field in fields));
  if (missing !== undefined) throw new TypeError(`${path} needs the field "${missing}".`);
  return action.run(context, fields);
}

function listOfTexts(given: unknown): string[] {
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string'))
    throw new TypeError('`texts` must be a list of strings.');
  return given;
}
