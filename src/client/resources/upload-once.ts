import type { QuestionSource, QuestionSourceAnswer } from '../contract/types.js';
import type { RequestFacts } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { CallOptions } from '../core/http/settings.js';
import type { OrderContext } from '../ordering/context.js';
import { makeConflictError } from '../ordering/errors.js';
import { readIfThere } from '../ordering/search.js';
import { StoreError } from '../stores/store-error.js';

export type Uploaded = WithResponse<QuestionSource, QuestionSourceAnswer>;

const COMPARED = ['filename', 'size', 'digest'] as const;

/** What two uploads are compared by. */
interface FileFacts {
  readonly filename: string;
  readonly size: number;
  readonly digest: string;
}

/** What the store holds of a file. */
interface UploadRecord extends FileFacts {
  readonly id: number;
}

/** An upload with a `key`. */
export interface UploadPlan {
  readonly key: string;
  readonly facts: FileFacts;
  readonly request: RequestFacts;
  readonly options: CallOptions;
  upload(): Promise<Uploaded>;
  read(id: number): Promise<Uploaded>;
}

/**
 * Returns the file that was uploaded with this key while the service still has it, or else uploads it. An upload costs
 * nothing, so calls at once may each make one: the file that is recorded first is the result of all.
 */
export async function uploadOnce(
  { accountKey, store, warn }: OrderContext,
  plan: UploadPlan,
): Promise<Uploaded> {
  const { key, facts, options } = plan;
  const records = store.within(options.timeout);
  const name = `file ${await accountKey(options)}:${key}`;
  const find = async () => {
    const text = await records.get(name);
    return { text, file: text === undefined ? undefined : await readEarlier(text, plan) };
  };
  const { text, file: earlier } = await find();
  if (earlier !== undefined) return earlier;
  const uploaded = await plan.upload();
  const record: UploadRecord = { ...facts, id: uploaded.data.id };
  try {
    if (await records.swap(name, text, JSON.stringify(record))) return uploaded;
    const { file } = await find();
    if (file !== undefined) return file;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
  warn('the store failed; an uploaded file was not recorded', { key });
  return uploaded;
}

/** The file of a record; undefined when the service has it no longer. */
async function readEarlier(
  text: string,
  { facts, request, read }: UploadPlan,
): Promise<Uploaded | undefined> {
  // Only `uploadOnce` writes it, so it has this type.
  const earlier = JSON.parse(text) as UploadRecord;
  const existing = await readIfThere(() => read(earlier.id));
  const differences = COMPARED.filter((path) => facts[path] !== earlier[path]).map((path) => ({
    path,
    asked: facts[path],
    existing: earlier[path],
  }));
  if (existing === undefined || differences.length === 0) return existing;
  const what = 'another file was uploaded with this key already';
  throw makeConflictError(existing.data, request, differences, what);
}
