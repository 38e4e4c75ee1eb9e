import { isFields, isWhole, parseJson } from '../../base/kinds.js';
import type { CallOptions } from '../../index.js';
import {
  checkFileAddress,
  findSecretValues,
  type Http,
  isRequesterError,
  OPERATIONS,
  type RequestPlan,
  streamResponse,
} from '../../internals.js';
import { makeOwnAnswer, passOn, passOnFile, type ReadAnswer } from './answer.js';
import { TokenMask } from './mask.js';
import { buildOperationPath, type Route } from './route.js';

/** The codings that fetch decodes. In any other, a token could not be found. */
const DECODED = /^\s*((identity|gzip|x-gzip|deflate|br)\s*(,\s*|$))*$/i;

/** The answer of the service with what hides its token. */
interface MaskedAnswer {
  readonly answer: ReadAnswer;
  readonly mask: TokenMask;
}

/** Asks the service once, whatever it answers: the client in the page does the retries. */
export async function ask(http: Http, plan: RequestPlan, options: CallOptions): Promise<MaskedAnswer> {
  return http.run<MaskedAnswer>(plan, { ...options, retries: 0 }, async (response, call, deadline) => {
    const answer = await checkAnswer(await http.read(response, call, deadline));
    return { result: { answer, mask: makeMask(http, call.token) } };
  });
}

/** Hides what only the server knows: the token, and the headers of its client. A page knows its own headers. */
const makeMask = ({ settings }: Http, token: string | undefined): TokenMask =>
  new TokenMask([...(token === undefined ? [] : [token]), ...findSecretValues(settings.headers)]);

const isDecoded = ({ headers }: Pick<Response, 'headers'>): boolean =>
  DECODED.test(headers.get('content-encoding') ?? '');

/** The answer. One that can't be passed on becomes an answer of the proxy itself. */
async function checkAnswer(answer: Awaited<ReturnType<Http['read']>>): Promise<ReadAnswer> {
  const { cut } = answer;
  if (cut === undefined && isDecoded(answer)) return answer;
  const why = cut === undefined ? 'has an unknown coding' : 'was cut off or is too long';
  const own = makeOwnAnswer(502, `the answer of the service ${why}`);
  return { status: own.status, headers: own.headers, text: await own.text() };
}

const FILE = OPERATIONS['revisions.download'];

/** An answer for the page. The address of a revision's file becomes one of this proxy, relative to its `baseUrl`. */
export function makeAnswer({ name, ids }: Route, { answer, mask }: MaskedAnswer): Response {
  if (name !== 'revisions.get' && name !== 'revisions.latest') return passOn(answer, mask);
  const revision = parseRevision(answer);
  if (revision === undefined) return passOn(answer, mask);
  const { body, translation, address, n } = revision;
  const download_url = address === null ? null : buildOperationPath(FILE, [ids[0] ?? 0, n]).href.slice(1);
  const text = JSON.stringify({ ...body, translation: { ...translation, download_url } });
  return passOn({ ...answer, text }, mask);
}

/** The revision of a successful answer, and the address of its file. */
function parseRevision({ status, text }: ReadAnswer) {
  const body = status < 300 ? parseJson(text) : undefined;
  const translation = isFields(body) ? body.translation : undefined;
  if (!isFields(body) || !isFields(translation)) return undefined;
  const { download_url: given, revision_number: n } = translation;
  const address = typeof given === 'string' && given !== '' ? given : null;
  return isWhole(n, 0) ? { body, translation, address, n } : undefined;
}

/** Reads the file of a revision at the address that the service gives, by the rules of the client's own downloads. */
export async function passDownload(
  http: Http,
  { name, ids, asker }: Route,
  options: CallOptions,
): Promise<Response> {
  const reading = {
    name: 'revisions.get',
    method: 'GET',
    path: buildOperationPath(OPERATIONS['revisions.get'], ids),
    asker,
  } as const;
  const { answer, mask } = await ask(http, reading, options);
  if (answer.status >= 300) return passOn(answer, mask);
  const path = buildOperationPath(FILE, ids);
  const given = parseRevision(answer)?.address ?? null;
  if (given === null) return makeOwnAnswer(404, 'there is no file to download, or not yet');
  const address = checkFileAddress(path, given, http.settings);
  const plan = { name, method: 'GET', path, address, asker } as const;
  return http.run<Response>(plan, { ...options, retries: 0 }, async (response, call, deadline) => {
    const hidden = makeMask(http, call.token);
    if (response.ok && isDecoded(response)) {
      deadline.removeTimeLimit(call.signal);
      return { result: passOnFile(streamResponse(response, deadline, call), hidden) };
    }
    const failed = await checkAnswer(await http.read(response, call, deadline));
    deadline.dispose();
    return { result: passOn(failed, hidden) };
  });
}

/**
 * The answer when the service gave none: after a cut connection, a browser may send an order again by itself. Errors that are
 * not about the service, such as those of a token function, are thrown again.
 */
export function answerFailure(error: unknown): Response {
  if (!isRequesterError(error) || error.name === 'InputError') throw error;
  if (error.name === 'RedirectError') return new Response(null, { status: error.status ?? 302 });
  // The client in the page then knows that nothing was done, and may send it again.
  if (error.outcome === 'not_sent')
    return makeOwnAnswer(
      425,
      'the request was not sent: it waited for its turn too long, or the service can not be reached',
    );
  if (error.name === 'TimeoutError') return makeOwnAnswer(504, 'the service did not answer in time');
  return makeOwnAnswer(502, 'the service did not answer, or gave an address that is not read');
}
