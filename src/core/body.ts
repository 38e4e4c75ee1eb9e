/** How many bytes of an answer are read unless it is a download. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** A body as far as it could be read. */
export interface ReadBody {
  readonly text: string;
  readonly cut: 'lost' | 'too long' | undefined;
}

/** Reads a body to its end, or as far as it comes; only the abort of `race` is thrown. */
export async function readBody(
  message: Response | Request,
  race: <Result>(work: Promise<Result>) => Promise<Result>,
  longest = LONGEST_ANSWER,
): Promise<ReadBody> {
  const reader = message.body?.getReader();
  if (reader === undefined) return { text: '', cut: undefined };
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    // A lost connection is a fact about the answer; an abort is the caller's and must pass.
    const step = await race(reader.read().catch(() => undefined)).catch((reason: unknown) => {
      void reader.cancel().catch(() => undefined);
      throw reason;
    });
    if (step === undefined) return { text: text + decoder.decode(), cut: 'lost' };
    if (step.done) return { text: text + decoder.decode(), cut: undefined };
    length += step.value.byteLength;
    if (length > longest) {
      void reader.cancel().catch(() => undefined);
      return { text, cut: 'too long' };
    }
    text += decoder.decode(step.value, { stream: true });
  }
}
