import { type OrderDocumentOptions, orderDocument, quoteDocument } from '../../documents.js';
import type { UploadProgress } from '../../index.js';
import { fileFromPath } from '../../node.js';
import { CommandError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo, Progress } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { type Quote, SETTLE } from './quote.js';
import type { Session, SessionDocument } from './session.js';

/** Characters of the digest of a document in the key of its orders. */
const DIGEST_IN_KEY = 16;

const NO_PLACEHOLDERS = { count: 0, unprotected: 0, examples: [], protect: undefined };

/** Asks what a document costs that has no translation. The service must have it for that, so it is uploaded. */
export async function quoteDocumentUnit(
  unit: SessionDocument,
  session: Session,
  io: CommandIo,
): Promise<Quote> {
  const common = { unit, placeholders: NO_PLACEHOLDERS };
  if (Object.hasOwn(unit.current, unit.document.key))
    return { ...common, texts: 0, points: 0, placed: 0, place: async () => [] };
  const options = await makeOrder(unit, session);
  const quote = await showUpload(unit, io, (onProgress) =>
    quoteDocument(session.requester, { ...options, onProgress }),
  );
  return {
    ...common,
    ...{ texts: 1, points: quote.points - quote.placed, placed: quote.placed },
    async place(onDone) {
      const given = { ...options, maxPoints: quote.points, settle: SETTLE };
      const job = await refuseChange(unit, () => orderDocument(session.requester, given));
      await unit.notes.add({ written: {}, ordered: { digest: readDigest(unit), job } });
      onDone(1);
      return job.orders;
    },
  };
}

/** The digest of the document, as it was when the command read it. */
export function readDigest({ file, document: { key } }: SessionDocument): string {
  return String(file.texts[key]);
}

async function makeOrder(unit: SessionDocument, { signal }: Session): Promise<OrderDocumentOptions> {
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
