/** Hides a token in texts and in streams of bytes, as it is and as an address has it. */
export class Redactor {
  readonly #pattern: RegExp;
  readonly #longest: number;

  constructor(token: string) {
    const forms = [token, encodeURIComponent(token)];
    this.#longest = Math.max(...forms.map((form) => form.length));
    this.#pattern = new RegExp(forms.map((form) => form.replace(/\W/g, '\\$&')).join('|'), 'gi');
  }

  /** The length stays, so that a file is as long as it says. */
  hide(text: string): string {
    return text.replace(this.#pattern, (found) => '*'.repeat(found.length));
  }

  /** The same for bytes that flow by. The end of each piece waits for the next one: the token may be cut in two. */
  stream(): TransformStream<Uint8Array, Uint8Array> {
    // Each byte is one character of latin1, so that any file comes out as it went in.
    let held = '';
    return new TransformStream({
      transform: (piece, controller) => {
        const text = this.hide(held + Buffer.from(piece).toString('latin1'));
        const end = Math.max(0, text.length - this.#longest + 1);
        held = text.slice(end);
        if (end > 0) controller.enqueue(Buffer.from(text.slice(0, end), 'latin1'));
      },
      flush: (controller) => controller.enqueue(Buffer.from(held, 'latin1')),
    });
  }
}
