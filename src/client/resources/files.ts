import {
  chooseDocumentName,
  computeDigest,
  detectFileKind,
  explainDocumentName,
  explainNoDigest,
  isDocumentName,
  toBlob,
} from '../../base/given-file.js';
import { describeKind, readFields } from '../../base/kinds.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { questionSourceAnswerSchema } from '../contract/answers.js';
import { makeInspector } from '../contract/inspector.js';
import { FileStatus, isAnalysed } from '../contract/statuses.js';
import type { QuestionSource, QuestionSourceAnswer } from '../contract/types.js';
import { InputError, type Issue } from '../core/errors/errors.js';
import { type Path, path, toRequestFacts } from '../core/http/address.js';
import { type Call, makeCall, type WithResponse } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import { CALL_OPTIONS, type CallOptions, pickCallOptions } from '../core/http/settings.js';
import { makeForm, makeProgressReport, type UploadProgress } from '../core/http/upload.js';
import { makeFileAnalysisError } from '../following/errors.js';
import { pollEach } from '../following/poll-each.js';
import { makeEndable, type Waiting } from '../following/wait.js';
import type { WaitOptions } from '../following/wait-options.js';
import type { OrderContext } from '../ordering/context.js';
import { uploadOnce } from './upload-once.js';
import { readForWait, shareWaits } from './waits.js';

/** What can be uploaded. A stream can be sent only once, so its upload is never repeated. */
export type Uploadable = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** Settings of an upload. */
export interface UploadOptions extends CallOptions {
  /** The file's name, ending in .txt, .docx, .xlsx or .pptx. @default the name of a `File` */
  readonly filename?: string | undefined;
  /**
   * A key for the file. A later call with it returns the same file while the service has it, in all processes with the same
   * `store`. Calls at once may each upload it; all return the file that was recorded first. Another file under the key (by
   * name, size or content) is an OrderConflictError. A stream can't be compared, so it is an InputError. @default none
   */
  readonly key?: string | undefined;
  /** Called at most every 50 ms, and once with `percent` 1 at the end. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The rules for the options of an upload. `filename` is checked with the file, which can have a name itself. */
const UPLOAD_OPTIONS: Rules<UploadOptions> = {
  ...CALL_OPTIONS,
  filename: { check: () => [] },
  key: rules.text,
  onProgress: rules.callable,
};

const inspectFile = makeInspector(questionSourceAnswerSchema);

const takeFile = (answer: QuestionSourceAnswer): QuestionSource => answer.question_source;

/** Files to be translated. The service analyses an uploaded file. It can be ordered once its status is 2. */
export class Files {
  readonly #http: Http;
  readonly #context: OrderContext;

  /** @internal */
  constructor(http: Http, context: OrderContext) {
    this.#http = http;
    this.#context = context;
  }

  /**
   * Uploads a file (.txt, .docx, .xlsx or .pptx). A Blob of any size takes constant memory. A stream needs `filename`,
   * and is sent only once. Like every write, an upload is sent again only if it was provably not carried out.
   *
   * @throws InputError when it is not such a file; nothing is sent then. With a `key`: OrderConflictError when
   *   another file was uploaded with the key; StoreError when the store fails
   * @see docs/service.md, Files
   */
  upload(file: Uploadable, options?: UploadOptions): Call<QuestionSource, QuestionSourceAnswer> {
    const own = copyOwn(options);
    return makeCall(own?.key === undefined ? this.#upload(file, own) : this.#uploadOnce(file, own));
  }

  async #uploadOnce(
    given: Uploadable,
    options: UploadOptions,
  ): Promise<WithResponse<QuestionSource, QuestionSourceAnswer>> {
    const filename = chooseDocumentName(given, options?.filename);
    const issues = [...checkFile(given, filename), ...checkOptions('options', options, UPLOAD_OPTIONS)];
    if (detectFileKind(given) === 'stream') {
      issues.push({
        path: 'file',
        message: 'must not be a stream, since a file with a `key` is compared first',
      });
    }
    const noDigest = explainNoDigest();
    if (noDigest !== undefined) issues.push({ path: 'options.key', message: noDigest });
    const request = toRequestFacts('POST', UPLOAD_PATH);
    if (issues.length > 0) throw new InputError(issues, { request });
    const file = toBlob(given) as Blob; // a stream was refused above
    const { key = '' } = options;
    return this.#context.span(UPLOAD, pickCallOptions(options), async (inner) =>
      uploadOnce(this.#context, {
        key,
        request,
        options: inner,
        facts: {
          filename: String(filename),
          size: file.size,
          digest: await computeDigest(file, inner.signal),
        },
        upload: () => this.#upload(file, copyOwn({ ...options, ...inner, filename: String(filename) })),
        read: (id) => this.#http.request(makeGetFile(id), inner),
      }),
    );
  }

  async #upload(
    file: Uploadable,
    options: UploadOptions | undefined,
  ): Promise<WithResponse<QuestionSource, QuestionSourceAnswer>> {
    const filename = chooseDocumentName(file, options?.filename);
    const issues = checkFile(file, filename);
    const content = toBlob(file);
    const { size }: Partial<Blob> = readFields(content); // a stream has none
    const report = options?.onProgress && makeProgressReport(options.onProgress, size);
    const part = { name: 'file', filename: String(filename), file: content, onBytes: report?.transferred };
    const uploaded = await this.#http.request(
      {
        name: UPLOAD,
        method: 'POST',
        path: UPLOAD_PATH,
        content: issues.length > 0 ? { issues } : { value: () => makeForm(part) },
        singleUse: size === undefined,
        optionRules: UPLOAD_OPTIONS,
        creates: 'question_source',
        inspect: inspectFile,
        data: takeFile,
      },
      options,
    );
    report?.finished();
    this.#http.recentlySeen.note(uploaded.data);
    return uploaded;
  }

  /**
   * Reads the record of a file: its status, and after the analysis also its type, letter count and charset.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Files
   */
  get(id: number, options?: CallOptions): Call<QuestionSource, QuestionSourceAnswer> {
    return this.#http.call(makeGetFile(id), options);
  }

  /**
   * Waits until a file has been analysed, so that it can be ordered.
   *
   * @throws FileAnalysisError when the analysis failed; TimeoutError at the deadline; NotFoundError when there is
   *   no such file
   * @see docs/service.md, File moves
   */
  wait(id: number, options?: WaitOptions<QuestionSource>): Waiting<QuestionSource> {
    const waiting = fileWaits(this.#http).wait(id, options);
    const analysed = waiting.then((file) => {
      if (file.status === FileStatus.Ready) return file;
      throw makeFileAnalysisError(file, toRequestFacts('GET', buildFilePath(id)));
    });
    return makeEndable(analysed, () => void waiting[Symbol.asyncDispose]());
  }
}

const UPLOAD = 'files.upload';
const UPLOAD_PATH = path`/api/v1/my/files`;

const buildFilePath = (id: number): Path => path`/api/v1/my/files/${{ id }}`;

function makeGetFile(id: number): Operation<QuestionSourceAnswer, QuestionSource> {
  return { name: 'files.get', method: 'GET', path: buildFilePath(id), inspect: inspectFile, data: takeFile };
}

const fileWaits = shareWaits<QuestionSource>({
  name: 'files.wait',
  createPoll: (http) => pollEach(readForWait(http, makeGetFile, ['question_source.status'], isAnalysed)),
  buildPath: buildFilePath,
});

function checkFile(file: unknown, filename: unknown): Issue[] {
  const issues: Issue[] = [];
  const kind = detectFileKind(file);
  if (kind === undefined) {
    const message = `must be a Blob, File, Uint8Array or ReadableStream (for a path fileFromPath, for a Node stream Readable.toWeb); got ${describeKind(file)}`;
    issues.push({ path: 'file', message });
  }
  if (kind === 'stream' && readFields(file).locked) {
    issues.push({ path: 'file', message: 'must be a stream that is not being read' });
  }
  if (!isDocumentName(filename)) issues.push({ path: 'filename', message: explainDocumentName(filename) });
  return issues;
}
