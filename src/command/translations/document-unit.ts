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
import { findTranslations, type UnitMemory, type UnitNotes } from '../memory/unit-memory.js';
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
export async function connectDocument(
  planned: DocumentUnit,
  notes: UnitNotes,
  requester: Requester,
  signal: AbortSignal,
): Promise<SessionDocument> {
  return addMemory(planned, await notes.read(), { notes, requester, signal });
}

interface Connection {
  readonly notes: UnitNotes;
  readonly requester: Requester;
  readonly signal: AbortSignal;
}

function addMemory(planned: DocumentUnit, memory: UnitMemory, connection: Connection): SessionDocument {
  const { requester, notes, signal } = connection;
  const unit: SessionDocument = {
    ...{ ...planned, ...findTranslations(planned.file, memory), memory, notes },
    readAgain: () => planned.read(planned.rules),
    quote: (io) => nameUnit(planned, () => quoteUnit(unit, requester, signal, io)),
    findOrders: async () => findDocumentOrder(unit, requester),
    restoreOrdered: () => addMemory(restoreOrdered(unit), memory, connection),
  };
  return unit;
}

function restoreOrdered(unit: SessionDocument): DocumentUnit {
  const { document, memory, current } = unit;
  if (memory.ordered === undefined || Object.hasOwn(current, document.key)) return unit;
  const texts = { [document.key]: memory.ordered.digest };
  return {
    ...unit,
    file: { ...unit.file, texts },
    read: async (rules) => ({ ...(await unit.read(rules)), texts }),
  };
}

/** Asks what a document costs that has no translation. The service must have it for that, so it is uploaded. */
async function quoteUnit(
  unit: SessionDocument,
  requester: Requester,
  signal: AbortSignal,
  io: CommandIo,
): Promise<Quote> {
  const common = { unit, placeholders: NO_PLACEHOLDERS };
  if (Object.hasOwn(unit.current, unit.document.key))
    return { ...common, texts: 0, points: 0, placed: 0, place: async () => [] };
  const options = await makeOrder(unit, signal);
  const quote = await showUpload(unit, io, (onProgress) =>
    quoteDocument(requester, { ...options, onProgress }),
  );
  const place = async (): Promise<DocumentJob['orders']> => {
    const given = { ...options, maxPoints: quote.points, settle: SETTLE };
    const job = await refuseChange(unit, () => orderDocument(requester, given));
    await unit.notes.add({ written: {}, ordered: { digest: readDigest(unit), job } });
    return job.orders;
  };
  return {
    ...common,
    ...{ texts: 1, points: quote.points - quote.placed, placed: quote.placed },
    async place(onDone) {
      const orders = await nameUnit(unit, place);
      onDone(1);
      return orders;
    },
  };
}

/** The digest of the document, as it was when the command read it. */
function readDigest({ file, document: { key } }: SessionDocument): string {
  return String(file.texts[key]);
}

async function makeOrder(unit: SessionDocument, signal: AbortSignal): Promise<OrderDocumentOptions> {
  const { name, from, language, description, document } = unit;
  return {
    // A document that has changed is another one.
    key: `${name}/${readDigest(unit).slice(0, DIGEST_IN_KEY)}`,
    ...{ from, to: [language], signal, filename: document.key },
    file: await fileFromPath(document.path),
    ...(description !== undefined && { description }),
  };
}

type OnProgress = NonNullable<OrderDocumentOptions['onProgress']>;

/** Shows the progress of an upload, if there is one. */
async function showUpload<Result>(
  unit: SessionDocument,
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
async function refuseChange<Result>(
  { source }: SessionDocument,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (Object(error).name !== 'NotReadableError') throw error;
    throw new CommandError(`${source} has changed while it was read. Run the command again.`);
  }
}

function findDocumentOrder(unit: SessionDocument, requester: Requester): OrderedUnit {
  const { memory, document, current, replaceable } = unit;
  const { key } = document;
  const isFinal = Object.hasOwn(current, key) && !Object.hasOwn(replaceable, key);
  const job = !isFinal && memory.ordered?.digest === readDigest(unit) ? memory.ordered.job : undefined;
  return {
    ...{ kind: 'document', unit, job, ordered: new Set(job === undefined ? [] : [key]) },
    readResults: (options) => readResults(unit, job, requester, options),
  };
}

/** Reads a document as the result of its only text: the digest of its translation. */
async function* readResults(
  unit: SessionDocument,
  job: DocumentJob | undefined,
  requester: Requester,
  { wait = false, signal, receive }: ResultOptions,
): AsyncGenerator<TextResult> {
  if (job === undefined) return;
  const { key } = unit.document;
  for await (const { download, filename: _, ...result } of collectDocuments(requester, job, {
    wait,
    signal,
  })) {
    if (download === null) yield { ...result, key, text: null };
    else if (receive !== undefined) yield { ...result, key, text: await receive(download) };
    else {
      await download.body.cancel();
      yield { ...result, key, text: unit.replaceable[key] ?? '' };
    }
  }
}
