/** The bytes of a blob's parts, joined. */
function joinParts(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => {
    if (part instanceof VirtualBlob) return part.content;
    if (part instanceof ArrayBuffer) return new Uint8Array(part);
    return part instanceof Uint8Array ? part : new TextEncoder().encode(String(part));
  });
  const joined = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
}

/** A Blob that is read at once: a real one is read whenever another thread has time. */
export class VirtualBlob {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;

  constructor(parts: readonly unknown[] = [], { type = '' }: { readonly type?: string } = {}) {
    this.content = joinParts(parts);
    this.type = type;
  }

  get size(): number {
    return this.content.byteLength;
  }

  get [Symbol.toStringTag](): string {
    return 'Blob';
  }

  slice(start?: number, end?: number, type?: string): VirtualBlob {
    return new VirtualBlob([this.content.slice(start, end)], { type: type ?? '' });
  }

  /** What it holds, without waiting. */
  textNow(): string {
    return new TextDecoder().decode(this.content);
  }

  async text(): Promise<string> {
    return this.textNow();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.content.slice().buffer;
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { content } = this;
    return new ReadableStream({
      start(controller) {
        if (content.byteLength > 0) controller.enqueue(content);
        controller.close();
      },
    });
  }
}
