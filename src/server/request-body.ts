import { SLOWEST_BODY } from '../base/http.js';
import { Deadline, readMessageBody } from '../internals.js';

/** Reads the body of a request, or says by which status it is refused. */
export async function readRequestBody(
  request: Request,
  longest: number,
): Promise<{ readonly text: string } | { readonly refused: 400 | 408 | 413 }> {
  const deadline = new Deadline(SLOWEST_BODY);
  try {
    const { text, cut } = await readMessageBody(request, deadline, longest);
    return cut === undefined ? { text } : { refused: cut === 'too long' ? 413 : 400 };
  } catch {
    return { refused: deadline.signal.aborted ? 408 : 400 };
  } finally {
    deadline.dispose();
  }
}
