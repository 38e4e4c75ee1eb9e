import { type BodyText, Deadline, readBody } from '../internals.js';

/** Milliseconds for a body to arrive. */
const SLOWEST = 30_000;

/** Reads the body of a request, or says by which status it is refused. */
export async function readRequestBody(
  request: Request,
  longest: number,
): Promise<{ readonly text: string } | { readonly refused: 400 | 408 | 413 }> {
  if (Number(request.headers.get('content-length')) > longest) return { refused: 413 };
  const deadline = new Deadline(SLOWEST);
  try {
    const { text, cut }: BodyText = await readBody(await ensureStream(request, deadline), deadline, longest);
    if (cut !== undefined) return { refused: cut === 'too long' ? 413 : 400 };
    return { text };
  } catch {
    return { refused: deadline.signal.aborted ? 408 : 400 };
  } finally {
    deadline.dispose();
  }
}

/** Firefox has no `request.body`, so the whole body is read there. */
async function ensureStream(request: Request, deadline: Deadline): Promise<Pick<Request, 'body'>> {
  return request.body === undefined ? new Response(await deadline.race(request.blob())) : request;
}
