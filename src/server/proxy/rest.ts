import { LONGEST_REST, SLOWEST_BODY } from '../../base/http.js';
import { withDeadline } from '../../internals.js';

/**
 * The answer to a request whose body has not been read to its end. The answer goes out at once, but ends only with a bounded
 * rest of the body: a Worker cuts the connection when it has answered, and a browser sends all before it reads the answer.
 */
export function answerBefore(rest: ReadableStream<Uint8Array>, answer: Response): Response {
  const ending = new TransformStream<Uint8Array, Uint8Array>({ flush: () => discard(rest) });
  return new Response(answer.body?.pipeThrough(ending) ?? null, answer);
}

async function discard(rest: ReadableStream<Uint8Array>): Promise<void> {
  const reader = rest.getReader();
  await withDeadline(SLOWEST_BODY, undefined, async (deadline) => {
    for (let left = LONGEST_REST; left >= 0; ) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return;
      left -= value.length;
    }
  }).catch(() => undefined);
  // So that a listener for Node does not read a rest, too.
  void reader.cancel(LONGEST_REST).catch(() => undefined);
}
