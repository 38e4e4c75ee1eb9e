/** A file with the texts that stand before and after it in a form. */
export interface FramedFile {
  readonly head: string;
  readonly tail: string;
  readonly file: Blob | ReadableStream<Uint8Array>;
  /** Called with how many bytes of the file have been sent. */
  readonly onBytes?: ((transferred: number) => void) | undefined;
}

/** The body of a form that is sent piece by piece. */
export interface StreamedForm {
  readonly body: ReadableStream<Uint8Array>;
  readonly size: number | undefined;
  readonly discard: () => void;
}

/** Writes the form piece by piece, as fast as it is read. */
export function streamFramed({ head, tail, file, onBytes }: FramedFile): StreamedForm {
  const encoder = new TextEncoder();
  const reader = ('getReader' in file ? file : file.stream()).getReader();
  let transferred = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(head)),
      async pull(controller) {
        const { done, value } = await reader.read();
        controller.enqueue(done ? encoder.encode(tail) : value);
        if (done) return controller.close();
        transferred += value.byteLength;
        onBytes?.(transferred);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // A fetch that reads the body locks it, so that this does nothing. One that does not read it leaves the file open.
  const size = 'size' in file ? file.size : undefined;
  return { body, size, discard: () => void body.cancel().catch(() => undefined) };
}
