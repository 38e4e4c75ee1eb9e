import { decodeBytes } from './mask.js';

const BOUNDARY = /^multipart\/form-data;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i;
/** Bytes of what stands before the file. */
const LONGEST_HEAD = 4_096;
const FILE_PART = /^content-disposition:\s*form-data;\s*name="?file"?;\s*filename=/im;

/** A form with one file, while it is sent. */
export interface Upload {
  readonly body: ReadableStream<Uint8Array>;
  /** The status and the reason by which the form was refused; undefined as long as it is right. */
  refused(): readonly [status: number, why: string] | undefined;
}

/**
 * Passes on a form with one file and nothing else: another field could be taken for a token or a method. Undefined when the
 * content type is not that of a form.
 */
export function checkUpload(
  body: ReadableStream<Uint8Array>,
  contentType: string | null,
  longest: number,
): Upload | undefined {
  const boundary = BOUNDARY.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const form = new FormCheck(`--${boundary}`, longest);
  return { body: body.pipeThrough(new TransformStream(form)), refused: () => form.refused };
}

/** Checks a form piece by piece, and ends it where it is wrong. */
class FormCheck implements Transformer<Uint8Array, Uint8Array> {
  refused: readonly [status: number, why: string] | undefined;
  readonly #delimiter: string;
  readonly #longest: number;
  #length = 0;
  /** What is not decided yet: the head, then what may be the beginning of the delimiter. */
  #text = '';
  #place: 'head' | 'file' | 'end' = 'head';

  constructor(delimiter: string, longest: number) {
    this.#delimiter = delimiter;
    this.#longest = longest;
  }

  transform(piece: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#refuse(controller, 413, 'the file is too long');
    this.#text += decodeBytes(piece);
    if (this.refused !== undefined) return;
    if (this.#place === 'head') this.#readHead(controller);
    if (this.#place === 'file') this.#readFile();
    if (this.#place === 'end' && !'--\r\n'.startsWith(this.#text)) {
      this.#refuse(controller, 403, 'the form has more than one file');
    }
    if (this.refused === undefined) controller.enqueue(piece);
  }

  flush(controller: TransformStreamDefaultController<Uint8Array>): void {
    if (this.#place !== 'end' || !this.#text.startsWith('--'))
      this.#refuse(controller, 403, 'the form was cut');
  }

  #readHead(controller: TransformStreamDefaultController<Uint8Array>): void {
    const end = this.#text.indexOf('\r\n\r\n');
    if (end === -1 && this.#text.length <= LONGEST_HEAD) return;
    const head = this.#text.slice(0, Math.max(0, end));
    if (!head.startsWith(`${this.#delimiter}\r\n`) || !FILE_PART.test(head)) {
      this.#refuse(controller, 403, 'the form must have one part, the file');
      return;
    }
    // The line break before a delimiter may be the one that ends the head.
    this.#text = this.#text.slice(end + 2);
    this.#place = 'file';
  }

  #readFile(): void {
    const delimiter = `\r\n${this.#delimiter}`;
    const at = this.#text.indexOf(delimiter);
    if (at === -1) this.#text = this.#text.slice(-delimiter.length);
    else {
      this.#text = this.#text.slice(at + delimiter.length);
      this.#place = 'end';
    }
  }

  #refuse(controller: TransformStreamDefaultController<Uint8Array>, status: number, why: string): void {
    this.refused = [status, why];
    controller.error(new TypeError(why));
  }
}
