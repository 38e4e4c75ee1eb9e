import { type MultipartError, make as makeParser, type PartInfo } from 'multipasta';
import { DeadlineExpired, type Internals, type RequestPlan, streamFramed } from '../../internals.js';
import { Sender } from './sender.js';

/** The status and the reason by which a form is refused. */
type FormRefusal = readonly [status: number, why: string];

const DASH = 0x2d;
const HAS_PARTS = /^\s*(multipart|message)\b/i;
const NOT_ONE_FILE = 'the form must have one part, the file';

/**
 * The form of a page: one file, and nothing else. It is parsed, and written anew for the service: another field could be taken
 * for a token or a method, and no two parsers agree on all that looks like one.
 */
export class UploadedForm {
  readonly #sender: Sender;
  readonly #parser: ReturnType<typeof makeParser>;
  #refused: FormRefusal | undefined;
  #part: PartInfo | undefined;
  /** Of the file, in the order in which they are written. */
  #pieces: Uint8Array[] = [];
  /** Whether the last delimiter has been read. */
  #hasEnded = false;
  #isOver = false;

  /** @param longest the most bytes of the form */
  constructor(body: ReadableStream<Uint8Array>, contentType: string, longest: number) {
    this.#sender = new Sender(body);
    this.#parser = makeParser({
      headers: { 'content-type': contentType },
      maxTotalSize: longest,
      isFile: () => true,
      onFile: (part) => this.#beginPart(part),
      onField: () => this.#refuse(403, NOT_ONE_FILE),
      onError: (error) => this.#fail(error),
      onDone: () => {
        this.#hasEnded = true;
      },
    });
  }

  /** Why the form is not passed on; undefined as long as it is right. */
  get refused(): FormRefusal | undefined {
    return this.#refused;
  }

  /** Reads up to the file. @returns what is sent to the service; undefined when the form is refused already */
  async begin({ frameFile }: Pick<Internals, 'frameFile'>): Promise<RequestPlan['content'] | undefined> {
    while (this.#part === undefined && !this.#isOver) await this.#readOn();
    const file = this.#part && (await readFile(this.#part));
    if (this.#refused === undefined && file === undefined) this.#refuse(403, NOT_ONE_FILE);
    if (this.#refused !== undefined || file === undefined) return undefined;
    const { type, ...frame } = frameFile('file', file.name, file.type);
    return { value: () => ({ ...streamFramed({ ...frame, file: this.#stream() }), type }) };
  }

  /** The content of the file. It ends only if the form ends with it; else it fails, so that the service gets a part. */
  #stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (this.#pieces.length === 0 && !this.#isOver) await this.#readOn();
          if (this.#refused !== undefined) throw new TypeError(this.#refused[1]);
          for (const piece of this.#pieces.splice(0)) controller.enqueue(piece);
          if (this.#isOver) controller.close();
        },
        cancel: () => {
          this.#isOver = true;
          this.#sender.release();
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #readOn(): Promise<void> {
    try {
      const piece = await this.#sender.read();
      if (piece !== undefined) return this.#parse(piece);
      this.#parser.end();
      this.#isOver = true;
      if (!this.#hasEnded) this.#refuse(403, 'the form was cut');
    } catch (reason) {
      // Whoever read the file may have left it meanwhile.
      if (this.#isOver) return;
      if (reason instanceof DeadlineExpired) this.#refuse(408, 'the file came too slowly');
      else this.#refuse(403, 'the form was cut');
    }
  }

  #parse(piece: Uint8Array): void {
    // multipasta does not know the end of a form if it gets the first of its two dashes together with what is before it.
    const dashes = piece.at(-1) !== DASH ? 0 : piece.at(-2) !== DASH ? 1 : 2;
    const at = piece.length - dashes;
    this.#parser.write(piece.subarray(0, at));
    for (let dash = at; dash < piece.length; dash += 1) this.#parser.write(piece.subarray(dash, dash + 1));
  }

  #beginPart(part: PartInfo): (piece: Uint8Array | null) => void {
    if (this.#part !== undefined) this.#refuse(403, 'the form has more than one file');
    this.#part ??= part;
    return (piece) => {
      if (piece !== null && piece.length > 0) this.#pieces.push(piece);
    };
  }

  #fail(error: MultipartError): void {
    if (error._tag === 'InvalidBoundary') this.#refuse(415, 'the body must be a form with a file');
    else if (error._tag === 'ReachedLimit') this.#refuse(413, 'the file is too long');
    // What follows the end of a form is ignored.
    else if (!this.#hasEnded)
      this.#refuse(403, error._tag === 'EndNotReached' ? 'the form was cut' : NOT_ONE_FILE);
  }

  #refuse(...refusal: FormRefusal): void {
    this.#refused ??= refusal;
    this.#isOver = true;
    this.#pieces = [];
    this.#sender.release();
  }
}

/** The name and the type of a file by the headers of its part, as this runtime reads them; undefined for what is not the file. */
async function readFile({ headers }: PartInfo): Promise<Pick<File, 'name' | 'type'> | undefined> {
  const { 'content-disposition': disposition, 'content-type': type = '' } = headers;
  // One that stands twice is a list.
  if (typeof disposition !== 'string' || typeof type !== 'string') return undefined;
  const lines = [`content-disposition: ${disposition}`, ...(type === '' ? [] : [`content-type: ${type}`])];
  const form = `--form\r\n${lines.join('\r\n')}\r\n\r\n\r\n--form--\r\n`;
  const init = { headers: { 'content-type': 'multipart/form-data; boundary=form' } };
  const parts = await new Response(form, init).formData().then(
    (read) => [...read],
    () => [],
  );
  const [[name, file] = []] = parts;
  if (parts.length !== 1 || name !== 'file' || typeof file !== 'object') return undefined;
  // In Bun, a file with an empty name has none. A backslash at the end would escape the quote for some parsers, and some read
  // further in a part of a type that has parts.
  const escaped = (file.name || '').replace(/\\$/, encodeURIComponent);
  return { name: escaped, type: HAS_PARTS.test(file.type) ? '' : file.type };
}
