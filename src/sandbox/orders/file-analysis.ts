import { toBase64 } from '../base/base64.js';
import type { FileContent, FileRecord, UserRecord } from '../base/records.js';
import { type FileStatus, fileStatus } from '../base/statuses.js';
import type { State } from '../world/state.js';
import { MAX_CHARACTERS, MAX_PARAGRAPHS } from './office-paragraphs.js';
import { readOfficeText } from './office-text.js';
import { countLetters, splitParagraphs } from './pricing.js';

/** Milliseconds from the upload to the result, unless `analysisTime` says otherwise. */
const ANALYSIS_TIME = 2000;
const MAX_FILE_NAME = 255;
/** A file with this in its name makes the analysis fail. */
const SYSTEM_ERROR = 'system-error';

const kinds = new Set(['txt', 'docx', 'xlsx', 'pptx']);

/** The result of an analysis. */
interface AnalysisResult {
  readonly status: FileStatus;
  readonly content: FileContent | null;
}

/** The kind of a file by its name; undefined when the service does not accept it. */
export function readKind(name: string): string | undefined {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return kinds.has(kind) && name.length <= MAX_FILE_NAME ? kind : undefined;
}

/** Stores the record of a file and starts its analysis. The bytes of an office file are kept for its translation. */
export async function storeFile(
  state: State,
  user: UserRecord,
  upload: File,
  kind: string,
): Promise<FileRecord> {
  const result = await analyse(upload, kind);
  const now = state.clock.now();
  const file: FileRecord = {
    id: state.nextId(),
    user,
    name: upload.name,
    fileType: kind,
    createdAt: now,
    updatedAt: now,
    status: fileStatus.counting,
    content: null,
    analysis: { ...result, dueAt: now + (state.conditions.analysisTime ?? ANALYSIS_TIME) },
  };
  state.files.set(file.id, file);
  scheduleAnalysis(state, file);
  return file;
}

/** Shows the result of the analysis when it is due. */
export function scheduleAnalysis(state: State, file: FileRecord): void {
  const { dueAt, status, content } = file.analysis;
  state.clock.schedule(dueAt, () => Object.assign(file, { status, content, updatedAt: dueAt }));
}

async function analyse(upload: File, kind: string): Promise<AnalysisResult> {
  if (upload.name.includes(SYSTEM_ERROR)) return failed(fileStatus.systemError);
  const bytes = new Uint8Array(await upload.arrayBuffer());
  if (bytes.byteLength === 0) return failed(fileStatus.empty);
  if (kind === 'txt') return analyseText(bytes);
  const text = await readOfficeText(kind, bytes);
  return text === null
    ? failed(fileStatus.unsupported)
    : counted('UTF-8', { ...text, original: toBase64(bytes) });
}

/** Characters of Japanese texts, and half-width ones, which almost any bytes give when read as Shift_JIS. */
const JAPANESE = /[\p{Script=Han}\u3040-\u30ff]/gu;
const HALF_WIDTH = /[\uff61-\uff9f]/g;
/** How many characters of a text are counted. */
const SAMPLE_LENGTH = 100_000;

function analyseText(bytes: Uint8Array): AnalysisResult {
  const charset =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'UTF-16LE'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'UTF-16BE'
        : 'UTF-8';
  const text = decodeAs(bytes, charset);
  if (text !== null) return countedText(charset, text);
  const japanese = charset === 'UTF-8' ? decodeAs(bytes, 'Shift_JIS') : null;
  return japanese !== null && isJapanese(japanese)
    ? countedText('Shift_JIS', japanese)
    : failed(fileStatus.brokenEncoding);
}

/** Null when the bytes are not in this charset. */
function decodeAs(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isJapanese(text: string): boolean {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const count = (characters: RegExp) => sample.match(characters)?.length ?? 0;
  return count(JAPANESE) > count(HALF_WIDTH);
}

function countedText(charset: string, text: string): AnalysisResult {
  if (text.includes('\0')) return failed(fileStatus.brokenEncoding);
  if (text.length > MAX_CHARACTERS) return failed(fileStatus.unsupported);
  const paragraphs = splitParagraphs(text);
  return paragraphs.length > MAX_PARAGRAPHS
    ? failed(fileStatus.unsupported)
    : counted(charset, { paragraphs });
}

function counted(
  charset: string,
  text: Pick<FileContent, 'paragraphs' | 'pages' | 'original'>,
): AnalysisResult {
  const { paragraphs } = text;
  const letterCount = countLetters(paragraphs.join('\n'), { html: false, escape: false });
  if (letterCount === 0) return failed(fileStatus.empty);
  return { status: fileStatus.counted, content: { charset, letterCount, ...text } };
}

function failed(status: FileStatus): AnalysisResult {
  return { status, content: null };
}
