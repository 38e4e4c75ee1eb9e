import { checkOptions } from '../base/options.js';
import type { FaultRule } from '../controls/faults.js';
import type { Controlled } from './controlled.js';
import { placeSample } from './sample-order.js';
import type { AddedFault } from './state-view.js';
import { translate } from './work.js';

/** Something that the control interface can do, by a POST with a JSON object. */
interface Act {
  /** The fields of the object, and their types. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly needs?: readonly string[];
  // The fields have been checked when it runs.
  run(sandbox: Controlled, fields: Fields, faults: AddedFault[]): unknown;
}

/** The fields that acts can have. */
interface Fields {
  readonly empty?: boolean;
  readonly questionId?: number;
  readonly questionBodyId?: number;
  readonly translationId?: number;
  readonly orderId?: number;
  readonly eventId?: number;
  readonly all?: boolean;
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly body?: string;
  readonly advance?: number;
  readonly count?: number;
  readonly kind?: string;
  readonly to?: string;
  readonly on?: string;
  readonly times?: number;
  readonly redirectUri?: string;
  readonly callbackUrl?: string;
}

const number = ['number'];
const text = ['string'];

/** By the last part of the path. */
export const acts: Readonly<Record<string, Act>> = {
  reset: {
    fields: { empty: ['boolean'] },
    run(sandbox, { empty = false }, faults) {
      faults.length = 0;
      sandbox.reset({ empty });
    },
  },
  translate: {
    fields: {
      ...{ questionBodyId: number, questionId: number, orderId: number, all: ['boolean'] },
      ...{ text, texts: ['object'] },
    },
    run: (sandbox, { texts, ...work }) =>
      translate(sandbox, { ...work, ...(texts === undefined ? {} : { texts: listOfTexts(texts) }) }),
  },
  take: {
    fields: { questionId: number },
    needs: ['questionId'],
    run: (sandbox, { questionId = 0 }) => sandbox.translators.takeQuestion(questionId),
  },
  comment: {
    fields: { questionId: number, translationId: number, body: text },
    needs: ['body'],
    run(sandbox, { questionId, translationId, body = '' }) {
      if (questionId !== undefined) return sandbox.translators.commentOnQuestion(questionId, body);
      if (translationId !== undefined) return sandbox.translators.commentOnTranslation(translationId, body);
      throw new Error('Name a questionId or a translationId.');
    },
  },
  clock: {
    fields: { advance: number },
    needs: ['advance'],
    async run({ clock }, { advance = 0 }) {
      await clock.advance(advance);
      return { now: clock.now() };
    },
  },
  faults: {
    fields: { on: text, times: number, fault: ['object'] },
    needs: ['on', 'fault'],
    run(sandbox, fields, faults) {
      // faults.add checks every part of it.
      const rule = fields as FaultRule;
      faults.push({ rule, handle: sandbox.faults.add(rule) });
    },
  },
  'faults/clear': {
    fields: {},
    run(sandbox, _, faults) {
      faults.length = 0;
      sandbox.faults.clear();
    },
  },
  deliveries: {
    fields: { eventId: number },
    needs: ['eventId'],
    run: (sandbox, { eventId = 0 }) => sandbox.deliveries.again(eventId),
  },
  'deliveries/receiver': {
    fields: { to: [...text, 'null'] },
    needs: ['to'],
    run: ({ deliveries }, { to }) => (to ? deliveries.to(new URL(to)) : deliveries.off()),
  },
  events: {
    fields: { count: number },
    run: ({ events }, { count = 1 }) => events.append(count),
  },
  orders: {
    fields: { kind: text },
    run: (sandbox, { kind = 'simple' }) => placeSample(sandbox, kind),
  },
  application: {
    fields: { redirectUri: text, callbackUrl: text },
    run(sandbox, given) {
      const wrong = Object.values(given).find((address) => !URL.canParse(String(address)));
      if (wrong !== undefined) throw new TypeError(`"${wrong}" is not an address.`);
      Object.assign(sandbox.settled().mainAccount.application, given);
    },
  },
  snapshot: { fields: {}, run: (sandbox) => sandbox.snapshot() },
};

/** Carries an act out. @throws Error when the fields are wrong, or the act is not possible now */
export async function carryOut(
  name: string,
  act: Act,
  given: unknown,
  target: { readonly sandbox: Controlled; readonly faults: AddedFault[] },
): Promise<unknown> {
  const path = `/_sandbox/${name}`;
  checkOptions(path, given, act.fields);
  const fields = given as Fields; // as the line above has found
  const missing = act.needs?.find((field) => !(field in fields));
  if (missing !== undefined) throw new TypeError(`${path} needs the field "${missing}".`);
  return act.run(target.sandbox, fields, target.faults);
}

function listOfTexts(given: unknown): string[] {
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string'))
    throw new TypeError('`texts` must be a list of texts.');
  return given;
}
