import type { SimpleQuestion } from '../../../src/client/contract/types.js';
import { bodyIds, REASON } from './calls.js';
import type { World } from './world.js';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** How a question comes to each of its statuses. */
export const questionMoves: Readonly<
  Record<string, (world: World, id: number) => Promise<readonly [status: number, text: string]>>
> = {
  'just ordered': async () => [0, 'pending'],
  'listed after five minutes': async ({ sandbox }) => {
    await sandbox.clock.advance(5 * MINUTE);
    return [1, 'listing'];
  },
  'taken by a translator': async ({ sandbox }, id) => {
    sandbox.translators.takeQuestion(id);
    return [2, 'translating'];
  },
  'taken, and given back after a day': async ({ sandbox }, id) => {
    sandbox.translators.takeQuestion(id);
    await sandbox.clock.advance(DAY);
    return [1, 'listing'];
  },
  cancelled: async ({ requester }, id) => {
    await requester.questions.cancel(id);
    return [3, 'cancelled'];
  },
  'translated at once': async ({ sandbox }, id) => {
    sandbox.translators.translateQuestion(id, ['おはよう']);
    return [4, 'completed'];
  },
  'expired after a week': async ({ sandbox }) => {
    await sandbox.clock.advance(7 * DAY);
    return [5, 'expired'];
  },
  'translated after it was listed': async ({ sandbox }, id) => {
    await sandbox.clock.advance(5 * MINUTE);
    sandbox.translators.translateQuestion(id, ['おはよう']);
    return [6, 'feedback'];
  },
  'translated again during the feedback': async ({ sandbox }, id) => {
    sandbox.translators.takeQuestion(id);
    sandbox.translators.translateQuestion(id, ['おはよう']);
    sandbox.translators.translateQuestion(id, ['おはようございます']);
    return [6, 'feedback'];
  },
  'completed a day after the feedback began': async ({ sandbox }, id) => {
    await sandbox.clock.advance(5 * MINUTE);
    sandbox.translators.translateQuestion(id, ['おはよう']);
    await sandbox.clock.advance(DAY);
    return [4, 'completed'];
  },
};

/** How a simple question comes to each of its statuses. */
export const simpleMoves: Readonly<
  Record<string, (world: World, question: SimpleQuestion) => Promise<readonly [status: number, text: string]>>
> = {
  'just ordered': async () => [0, 'Pending'],
  'listed after five minutes': async ({ sandbox }) => {
    await sandbox.clock.advance(5 * MINUTE);
    return [1, 'In Progress'];
  },
  'with one translation': async ({ sandbox }, question) => {
    sandbox.translators.translateBody(bodyIds(question)[0], '保存');
    return [1, 'In Progress'];
  },
  'with two translations of one body': async ({ sandbox }, question) => {
    const [body] = bodyIds(question);
    sandbox.translators.translateBody(body, '保存');
    sandbox.translators.translateBody(body, '保存する');
    return [1, 'In Progress'];
  },
  'completed with two translations of one body, then one of them rejected': async (world, question) => {
    const [first, second] = bodyIds(question);
    const { id } = world.sandbox.translators.translateBody(first, '保存');
    world.sandbox.translators.translateBody(first, '保存する');
    world.sandbox.translators.translateBody(second, '訳');
    await world.requester.simple.translations.reject(id, { reason: REASON });
    return [8, 'Translated'];
  },
  'with every body translated': async ({ sandbox }, question) => {
    for (const body of bodyIds(question)) sandbox.translators.translateBody(body, '訳');
    return [4, 'Completed'];
  },
  'completed, then rejected': async (world, question) => {
    const [first, second] = bodyIds(question);
    world.sandbox.translators.translateBody(first, '訳');
    const { id } = world.sandbox.translators.translateBody(second, '訳');
    await world.requester.simple.translations.reject(id, { reason: REASON });
    return [1, 'In Progress'];
  },
  'expired without a translation': async ({ sandbox }) => {
    await sandbox.clock.advance(DAY);
    return [5, 'All Expired'];
  },
  'expired with one translation': async ({ sandbox }, question) => {
    sandbox.translators.translateBody(bodyIds(question)[0], '保存');
    await sandbox.clock.advance(DAY);
    return [9, 'Some Expired'];
  },
  'cancelled, as it was': async ({ requester }, { id }) => {
    await requester.simple.questions.cancel(id);
    return [0, 'Pending'];
  },
};

/** How one with two translations of each body comes to each of its statuses. */
export const movesOfTwo: typeof simpleMoves = {
  'with one translation': async ({ sandbox }, question) => {
    sandbox.translators.translateBody(bodyIds(question)[0], '保存');
    return [1, 'In Progress'];
  },
  'with one translation of each body': async ({ sandbox }, question) => {
    for (const body of bodyIds(question)) sandbox.translators.translateBody(body, '訳');
    return [8, 'Translated'];
  },
  'with all translations but one': async ({ sandbox }, question) => {
    const [first, second] = bodyIds(question);
    for (const body of [first, second, first]) sandbox.translators.translateBody(body, '訳');
    return [8, 'Translated'];
  },
  'with two translations of each body': async ({ sandbox }, question) => {
    const bodies = bodyIds(question);
    for (const body of [...bodies, ...bodies]) sandbox.translators.translateBody(body, '訳');
    return [4, 'Completed'];
  },
  'completed, then rejected': async (world, question) => {
    const bodies = bodyIds(question);
    const ids = [...bodies, ...bodies].map((body) => world.sandbox.translators.translateBody(body, '訳').id);
    await world.requester.simple.translations.reject(ids[0] ?? 0, { reason: REASON });
    return [8, 'Translated'];
  },
  'with one translation of each body when its time is over': async ({ sandbox }, question) => {
    for (const body of bodyIds(question)) sandbox.translators.translateBody(body, '訳');
    await sandbox.clock.advance(DAY);
    return [4, 'Completed'];
  },
  'expired with two translations of one body': async ({ sandbox }, question) => {
    const [first] = bodyIds(question);
    for (const body of [first, first]) sandbox.translators.translateBody(body, '訳');
    await sandbox.clock.advance(DAY);
    return [9, 'Some Expired'];
  },
};
