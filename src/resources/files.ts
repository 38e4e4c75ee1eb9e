import { questionSourceAnswerSchema } from '../contract/schemas/question-source.js';
import { FileStatus } from '../contract/schemas/statuses.js';
import { validator } from '../contract/schemas/validator.js';
import type { QuestionSource, QuestionSourceAnswer } from '../contract/types.js';
import { type Path, path } from '../core/http/address.js';
import { type Call, callOf } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import { ProgressReport } from '../core/http/upload.js';
import { FileAnalysisError } from '../following/errors.js';
import { eachByItself } from '../following/rounds.js';
import type { WaitOptions } from '../following/wait-options.js';
import { sizeOf, UPLOAD_OPTIONS, type Uploadable, type UploadOptions, uploadOf } from './upload.js';
import { hasStatus, readForWait, sharedWaits } from './waits.js';

const validate = validator(questionSourceAnswerSchema);

const data = (answer: QuestionSourceAnswer): QuestionSource => answer.question_source;

/** Files to be translated. After its upload the service analyses a file: it is ready at status 2. */
export class Files {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Uploads a file (.txt, .docx, .xlsx or .pptx). A Blob of any size goes in constant memory; a stream needs
   * `filename` and is sent once. A write: it is repeated only where it provably was not carried out.
   *
   * @throws InputError when the service does not take such a file; nothing is sent then
   * @see docs/service.md, Files
   */
  upload(file: Uploadable, options?: UploadOptions): Call<QuestionSource, QuestionSourceAnswer> {
    const report =
      typeof options?.onProgress === 'function'
        ? new ProgressReport(options.onProgress, sizeOf(file))
        : undefined;
    const answer = this.#http.request(
      {
        method: 'POST',
        path: path`/api/v1/my/files`,
        content: uploadOf(file, options, report),
        singleUse: file instanceof ReadableStream,
        optionRules: UPLOAD_OPTIONS,
        creates: 'question_source',
        ...{ validate, data },
      },
      options,
    );
    return callOf(
      answer.then((uploaded) => {
        report?.finished();
        return uploaded;
      }),
    );
  }

  /**
   * Reads a file's record: its status, and after the analysis its type, letter count and charset.
   *
   * @throws NotFoundError when there is none with that id, or not for this account
   * @see docs/service.md, Files
   */
  get(id: number, options?: CallOptions): Call<QuestionSource, QuestionSourceAnswer> {
    return this.#http.call(getOperation(id), options);
  }

  /**
   * Waits until a file has been analysed, so that it can be ordered.
   *
   * @throws FileAnalysisError when the analysis failed; TimeoutError at the deadline; NotFoundError when there is
   *   no such file
   * @see docs/service.md, File moves
   */
  async wait(id: number, options?: WaitOptions<QuestionSource>): Promise<QuestionSource> {
    const file = await waits(this.#http).wait(id, options);
    if (file.status === FileStatus.Ready) return file;
    throw new FileAnalysisError(file, { method: 'GET', path: pathOf(id).template });
  }
}

const pathOf = (id: number): Path => path`/api/v1/my/files/${{ id }}`;

function getOperation(id: number): Operation<QuestionSourceAnswer, QuestionSource> {
  return { method: 'GET', path: pathOf(id), validate, data };
}

const ANALYSED: ReadonlySet<number> = new Set([
  FileStatus.Ready,
  FileStatus.Empty,
  FileStatus.SystemError,
  FileStatus.BadEncoding,
  FileStatus.Unsupported,
]);

const waits = sharedWaits<QuestionSource>(
  (http) =>
    eachByItself(async (id, signal) => {
      const item = await readForWait(http, getOperation(id), hasStatus, signal);
      return { item, finished: ANALYSED.has(item.status) };
    }),
  pathOf,
);
