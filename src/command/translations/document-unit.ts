import { readFields, readPrice } from '../../base/kinds.js';
import {
  collectDocuments,
  type DocumentJob,
  type OrderDocumentOptions,
  orderDocument,
  quoteDocument,
} from '../../documents.js';
import { type Comment, OrderConflictError, type Requester } from '../../index.js';
import { fileFromPath } from '../../node.js';
import type { TextResult } from '../../texts.js';
import { digestDownload } from '../files/target-file.js';
import { countAgain, findTranslations, type RememberedDocument, raiseAgain } from '../memory/unit-memory.js';
import type { DocumentUnit } from '../plan/units.js';
import { CommandError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo, Progress } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import {
  nameUnit,
  type OrderedUnit,
  type Quote,
  type ResultOptions,
  SETTLE,
  type SessionDocument,
} from './session-unit.js';

/** Characters of the digest of a document in the key of its orders. */
const DIGEST_IN_KEY = 16;

const NO_PLACEHOLDERS = { count: 0, unprotected: 0, examples: [], protect: undefined };

/** Connects a document. */
export function connectDocument(
  unit: RememberedDocument,
  requester: Requester,
  signal: AbortSignal,
): SessionDocument {
  const connected: SessionDocument = {
    ...unit,
    quote: (io) => nameUnit(unit, () => quoteUpload(unit, requester, signal, io)),
    findOrders: async () => findDocumentOrder(connected, requester),
    select: (_, again) => connectDocument(raiseAgain(unit, again), requester, signal),
    comment: async (body) => {
      const question = await findQuestion(unit, requester, signal);
      if (question === undefined)
        throw new CommandError(
          `${unit.source} was not ordered in ${JSON.stringify(unit.language)} as it is now.`,
        );
      return requester.comments.create(question, { body }, { signal });
    },
    readComments: async () => {
      const question = await findQuestion(unit, requester, signal);
      const comments: Comment[] = [];
      if (question !== undefined)
        for await (const comment of requester.comments.list(question, {}, { signal })) comments.push(comment);
      return comments;
    },
    readTranslation: () => readTranslation(unit, requester, signal),
    restoreOrdered: () => connectDocument(restoreOrdered(unit), requester, signal),
  };
  return connected;
}

function restoreOrdered(unit: RememberedDocument): RememberedDocument {
  const { key, memory, current } = unit;
  if (memory.ordered === undefined || Object.hasOwn(current, key)) return unit;
  const texts = { [key]: memory.ordered.digest };
  const file = { ...unit.file, texts };
  return {
    ...unit,
    file,
    ...findTranslations(file, memory),
    read: async (rules) => ({ ...(await unit.read(rules)), texts }),
  };
}

/** Asks for the price of a document without a translation. The service needs the document for that, so it is uploaded. */
async function quoteUpload(
  unit: RememberedDocument,
  requester: Requester,
  signal: AbortSignal,
  io: CommandIo,
): Promise<Quote> {
  const placeholders = NO_PLACEHOLDERS;
  if (Object.hasOwn(unit.current, unit.key))
    return { unit, placeholders, texts: 0, points: 0, placed: 0, place: async () => [] };
  const options = await makeOrderOptions(unit, signal);
  const price = await showUpload(unit, io, (onProgress) =>
    quoteDocument(requester, { ...options, onProgress }),
  ).catch((error: unknown) => recognizeEarlier(unit, error));
  if ('earlier' in price) {
    io.err(
      say`${unit.source}: an earlier version, with the same texts, is on order into ${unit.language}. It is not ordered again; the translation will look like that version.\n`,
    );
    return { unit, placeholders, texts: 0, points: 0, placed: price.earlier, place: async () => [] };
  }
  const { points, placed } = price;
  return {
    unit,
    placeholders,
    texts: placed > 0 ? 0 : 1,
    points: points - placed,
    placed,
    place: (onDone) =>
      nameUnit(unit, async () => {
        const given = { ...options, maxPoints: points, settle: SETTLE };
        const job = await refuseChange(unit, () => orderDocument(requester, given));
        const again = countAgain(unit.memory, readDigest(unit));
        await unit.notes.add({ written: {}, ordered: { digest: readDigest(unit), job, again } });
        onDone(1);
        return job.orders;
      }),
  };
}

/**
 * The points of the order of an earlier version that shows the same texts: the key of its orders is made of these alone.
 *
 * @throws CommandError when the memory does not say which order it is; the error, if it is another one
 */
function recognizeEarlier(unit: RememberedDocument, error: unknown): { readonly earlier: number } {
  const isEarlier =
    error instanceof OrderConflictError && error.differences.some(({ path }) => path === 'options.file');
  if (!isEarlier) throw error;
  const { ordered } = unit.memory;
  const [order] = ordered?.digest === readDigest(unit) ? ordered.job.orders : [];
  if (order === undefined)
    throw new CommandError(
      `${unit.source} was saved again while an earlier version, with the same texts, was ordered, and nothing says what became of that. Bring the earlier version back, and run the command again.`,
    );
  return { earlier: readPrice(order.points) || 0 };
}

/** The digest of the document, as it was when the command read it. */
const readDigest = ({ file, key }: RememberedDocument): string => String(file.texts[key]);

/** Makes the key of the order of a document. A changed document has another key, and so has one that is ordered anew. */
function nameOrder(unit: RememberedDocument): string {
  const again = countAgain(unit.memory, readDigest(unit));
  return `${unit.name}/${readDigest(unit).slice(0, DIGEST_IN_KEY)}${again === 0 ? '' : `-${again}`}`;
}

async function makeOrderOptions(
  unit: RememberedDocument,
  signal: AbortSignal,
): Promise<OrderDocumentOptions> {
  const { from, language, description } = unit;
  return {
    key: nameOrder(unit),
    from,
    to: [language],
    signal,
    filename: unit.key,
    file: await fileFromPath(unit.path),
    ...(description !== undefined && { description }),
  };
}

type OnProgress = NonNullable<OrderDocumentOptions['onProgress']>;

/** Shows the progress of an upload, if there is one. */
async function showUpload<Result>(
  unit: RememberedDocument,
  io: CommandIo,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  let bar: Progress | undefined;
  let sent = 0;
  const onProgress: OnProgress = (progress) => {
    if (progress.stage !== 'upload') return;
    bar ??= io.progress(say`Uploading ${unit.source}`, progress.totalBytes ?? 0);
    sent = progress.transferredBytes;
    bar.at(sent);
  };
  try {
    return await refuseChange(unit, () => work(onProgress));
  } finally {
    bar?.end(say`${formatNumber(sent)} bytes`);
  }
}

/** @throws CommandError when the file has changed while it was read */
async function refuseChange<Result>({ source }: DocumentUnit, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (readFields(error).name !== 'NotReadableError') throw error;
    throw new CommandError(`${source} has changed while it was read. Run the command again.`);
  }
}

function findDocumentOrder(unit: SessionDocument, requester: Requester): OrderedUnit {
  const { key, current, replaceable } = unit;
  const isFinal = Object.hasOwn(current, key) && !Object.hasOwn(replaceable, key);
  const job = isFinal ? undefined : recallJob(unit);
  return {
    unit,
    ordered: new Set(job === undefined ? [] : [key]),
    readResults: (options) => readResults(unit, job, requester, options),
  };
}

/**
 * The job of the last order of the document. The memory says only which order it is, and may come from anybody: what that order
 * must be is decided here, and compared with what the service shows of it.
 */
function recallJob(unit: RememberedDocument): DocumentJob | undefined {
  const { memory, from, language, key: filename } = unit;
  if (memory.ordered?.digest !== readDigest(unit)) return undefined;
  const { job, again = 0 } = memory.ordered;
  if (again !== countAgain(memory, readDigest(unit))) return undefined;
  const orders = job.orders.slice(0, 1).map((order) => ({ ...order, language }));
  return { ...job, version: 1, key: nameOrder(unit), from, to: [language], filename, orders };
}

/**
 * Finds the question of the last order of a document; undefined when it is not on order as it is now. Its id is from the memory,
 * which may come from anybody, so the question must have the key of the document's order.
 *
 * @throws CommandError when the service shows another order under its ids
 */
async function findQuestion(
  unit: RememberedDocument,
  requester: Requester,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { source, language } = unit;
  const [order] = recallJob(unit)?.orders ?? [];
  if (order === undefined) return undefined;
  const question = await requester.questions.get(order.question, { signal });
  if (question.custom_field !== `${nameOrder(unit)}/${language}` || question.project_id !== order.id)
    throw new CommandError(
      `${source} in ${language}: the memory of the project names the question ${order.question}, which is of another order. Nothing was sent.`,
    );
  return order.question;
}

async function readTranslation(unit: RememberedDocument, requester: Requester, signal: AbortSignal) {
  const options = { signal, receive: digestDownload };
  for await (const { text, mayChange = false } of readResults(unit, recallJob(unit), requester, options))
    if (text !== null) return { digest: text, mayChange };
  return undefined;
}

/** Reads a document as the result of its only text: the digest of its translation. */
async function* readResults(
  unit: RememberedDocument,
  job: DocumentJob | undefined,
  requester: Requester,
  { wait = false, signal, receive }: ResultOptions,
): AsyncGenerator<TextResult> {
  if (job === undefined) return;
  const { key, replaceable } = unit;
  const { rejected = {} } = unit.memory;
  const isAnyRejected = Object.hasOwn(rejected, key) && rejected[key] !== '';
  // Whether it is the rejected one, only its content says.
  const read = receive ?? (isAnyRejected ? digestDownload : undefined);
  const results = collectDocuments(requester, job, { wait, signal });
  for await (const { download, filename: _, ...result } of results) {
    if (download === null) yield { ...result, key, text: null };
    else if (read !== undefined) yield { ...result, key, text: await read(download) };
    else {
      await download.body.cancel();
      yield { ...result, key, text: replaceable[key] ?? '' };
    }
  }
}
