import { readFields } from '../../base/kinds.js';
import {
  collectDocuments,
  type DocumentJob,
  type OrderDocumentOptions,
  orderDocument,
  quoteDocument,
} from '../../documents.js';
import type { Requester, UploadProgress } from '../../index.js';
import { fileFromPath } from '../../node.js';
import type { TextResult } from '../../texts.js';
import { findTranslations, type RememberedDocument } from '../memory/unit-memory.js';
import type { DocumentUnit } from '../plan/units.js';
import { CommandError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo, Progress } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { nameUnit } from './name-unit.js';
import {
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
  return {
    ...unit,
    quote: (io) => nameUnit(unit, () => quoteUpload(unit, requester, signal, io)),
    findOrders: async () => findDocumentOrder(unit, requester),
    restoreOrdered: () => connectDocument(restoreOrdered(unit), requester, signal),
  };
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
  const common = { unit, placeholders: NO_PLACEHOLDERS };
  if (Object.hasOwn(unit.current, unit.key))
    return { ...common, texts: 0, points: 0, placed: 0, place: async () => [] };
  const options = await makeOrder(unit, signal);
  const quote = await showUpload(unit, io, (onProgress) =>
    quoteDocument(requester, { ...options, onProgress }),
  );
  const place = async (onDone: (done: number) => void): Promise<DocumentJob['orders']> => {
    const given = { ...options, maxPoints: quote.points, settle: SETTLE };
    const job = await refuseChange(unit, () => orderDocument(requester, given));
    await unit.notes.add({ written: {}, ordered: { digest: readDigest(unit), job } });
    onDone(1);
    return job.orders;
  };
  return {
    ...common,
    texts: quote.placed > 0 ? 0 : 1,
    points: quote.points - quote.placed,
    placed: quote.placed,
    place: (onDone) => nameUnit(unit, () => place(onDone)),
  };
}

/** The digest of the document, as it was when the command read it. */
const readDigest = ({ file, key }: RememberedDocument): string => String(file.texts[key]);

/** Makes the key of the order of a document. A changed document has another key. */
const nameOrder = (unit: RememberedDocument): string =>
  `${unit.name}/${readDigest(unit).slice(0, DIGEST_IN_KEY)}`;

async function makeOrder(unit: RememberedDocument, signal: AbortSignal): Promise<OrderDocumentOptions> {
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
  const show = ({ transferredBytes, totalBytes = 0 }: UploadProgress): void => {
    bar ??= io.progress(say`Uploading ${unit.source}`, totalBytes);
    sent = transferredBytes;
    bar.at(sent);
  };
  try {
    return await refuseChange(unit, () =>
      work((progress) => {
        if (progress.stage === 'upload') show(progress);
      }),
    );
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

function findDocumentOrder(unit: RememberedDocument, requester: Requester): OrderedUnit {
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
  const { job } = memory.ordered;
  const orders = job.orders.slice(0, 1).map((order) => ({ ...order, language }));
  return { ...job, version: 1, key: nameOrder(unit), from, to: [language], filename, orders };
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
  for await (const { download, filename: _, ...result } of collectDocuments(requester, job, {
    wait,
    signal,
  })) {
    if (download === null) yield { ...result, key, text: null };
    else if (receive !== undefined) yield { ...result, key, text: await receive(download) };
    else {
      await download.body.cancel();
      yield { ...result, key, text: replaceable[key] ?? '' };
    }
  }
}
