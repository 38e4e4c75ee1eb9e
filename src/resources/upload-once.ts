import type { QuestionSource, QuestionSourceAnswer } from '../contract/types.js';
import { NotFoundError } from '../core/errors/api-errors.js';
import { type RequestFacts, TimeoutError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import { Deadline, pause } from '../core/http/deadline.js';
import type { CallOptions } from '../core/http/settings.js';
import type { OrderContext } from '../ordering/context.js';
import { type Difference, OrderConflictError } from '../ordering/errors.js';
import { newClaim } from '../ordering/record.js';
import { change, isLeaseOver, timeOf } from '../stores/store.js';
import { asStoreError } from '../stores/store-error.js';

export type Uploaded = WithResponse<QuestionSource, QuestionSourceAnswer>;

/** What two uploads are compared by. */
interface FileFacts {
  readonly filename: string;
  readonly size: number;
  readonly digest: string;
}

/** What the store holds of a file: one process uploads it until the lease is over, or it is there under an id. */
type FileRecord = FileFacts &
  (
    | { readonly state: 'claimed'; readonly claim: string; readonly until: number; readonly lease: number }
    | { readonly state: 'uploaded'; readonly id: number }
  );

/** An upload with `once`. */
export interface UploadPlan {
  readonly key: string;
  readonly facts: FileFacts;
  readonly request: RequestFacts;
  /** Milliseconds that an upload can take, and that this one waits for another. */
  readonly timeout: number;
  readonly options: CallOptions;
  upload(): Promise<Uploaded>;
  read(id: number): Promise<Uploaded>;
}

/** Milliseconds between two looks at the record while another process uploads the file. */
const CHECK_INTERVAL = 250;
const CHUNK = 1024 * 1024;

/** A digest of the content: of the SHA-256 of each MiB, so that a file of any size takes constant memory. */
export async function digestOf(file: Blob): Promise<string> {
  const digests: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < file.size; at += CHUNK) {
    const bytes = await file.slice(at, at + CHUNK).arrayBuffer();
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const all = new Uint8Array(await new Blob(digests).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Uploads a file, or returns the one that was uploaded with this key while the service still has it. */
export async function uploadOnce(context: OrderContext, plan: UploadPlan): Promise<Uploaded> {
  const { request, options, timeout } = plan;
  const record = new UploadRecord(context, plan);
  const deadline = new Deadline(timeout, options.signal);
  try {
    for (;;) {
      const { state, isOurs } = await record.begin();
      if (isOurs) return await uploadClaimed(record, plan);
      if (state.state === 'uploaded') {
        const existing = await readUploaded(record, state, plan);
        if (existing !== undefined) return existing;
      } else await pause(CHECK_INTERVAL, deadline);
    }
  } catch (error) {
    if (!deadline.signal.aborted || options.signal?.aborted || error !== deadline.signal.reason) throw error;
    throw new TimeoutError(
      `${request.method} ${request.path}: another process has been uploading the file with this key for ${timeout} ms. Call again later.`,
      { outcome: 'not_sent', request },
    );
  } finally {
    deadline.dispose();
  }
}

async function uploadClaimed(record: UploadRecord, plan: UploadPlan): Promise<Uploaded> {
  try {
    const uploaded = await plan.upload();
    await record.end({ ...plan.facts, state: 'uploaded', id: uploaded.data.id });
    return uploaded;
  } catch (error) {
    // An upload costs nothing, so after an unknown outcome it is made again.
    await record.end(null);
    throw error;
  }
}

/** The file that was uploaded before; undefined when the service has it no longer. */
async function readUploaded(
  record: UploadRecord,
  state: Extract<FileRecord, { state: 'uploaded' }>,
  { facts, request, read }: UploadPlan,
): Promise<Uploaded | undefined> {
  let existing: Uploaded;
  try {
    existing = await read(state.id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await record.forget(state);
    return undefined;
  }
  const names = ['filename', 'size', 'digest'] as const;
  const differences: Difference[] = names
    .filter((path) => facts[path] !== state[path])
    .map((path) => ({ path, asked: facts[path], existing: state[path] }));
  if (differences.length === 0) return existing;
  throw new OrderConflictError(
    existing.data,
    request,
    differences,
    'another file was uploaded with this key (once) already',
  );
}

/** The record of one upload. */
class UploadRecord {
  readonly #context: OrderContext;
  readonly #plan: UploadPlan;
  readonly #claim = newClaim();
  #key: string | undefined;

  constructor(context: OrderContext, plan: UploadPlan) {
    this.#context = context;
    this.#plan = plan;
  }

  /** Claims the key, or says who has it. */
  async begin(): Promise<{ readonly isOurs: boolean; readonly state: FileRecord }> {
    const { store, accountKey } = this.#context;
    const { key, request, options, facts, timeout } = this.#plan;
    this.#key ??= `file ${await accountKey(options)}:${key}`;
    return asStoreError(request, async () => {
      const now = await timeOf(store);
      const lease = timeout + 1_000;
      const state = await change<FileRecord>(store, this.#key ?? '', (text) => {
        const found = stateIn(text);
        const isFree =
          found === undefined || (found.state === 'claimed' && isLeaseOver(found.until, now, found.lease));
        if (!isFree) return { result: found };
        const next: FileRecord = {
          ...{ state: 'claimed', claim: this.#claim, until: now + lease, lease },
          ...facts,
        };
        return { result: next, next: JSON.stringify(next) };
      });
      return { state, isOurs: state.state === 'claimed' && state.claim === this.#claim };
    });
  }

  /** Ends our claim. When the store fails, the key is free once the lease is over. */
  async end(next: FileRecord | null): Promise<void> {
    await this.#change((found) => found?.state === 'claimed' && found.claim === this.#claim, next);
  }

  async forget(read: Extract<FileRecord, { state: 'uploaded' }>): Promise<void> {
    await this.#change((found) => found?.state === 'uploaded' && found.id === read.id, null);
  }

  async #change(isRead: (found: FileRecord | undefined) => boolean, next: FileRecord | null): Promise<void> {
    try {
      await change(this.#context.store, this.#key ?? '', (text) => {
        const isOurs = isRead(stateIn(text));
        return { result: undefined, next: isOurs ? next && JSON.stringify(next) : undefined };
      });
    } catch {
      const { key } = this.#plan;
      this.#context.warn('the store failed; the record of an uploaded file was not updated', { key });
    }
  }
}

function stateIn(text: string | undefined): FileRecord | undefined {
  // Only this module writes it, so it has this type.
  return text === undefined ? undefined : (JSON.parse(text) as FileRecord);
}
