import { InputError, isRequesterError, type Requester } from '../../../index.js';

/**
 * Explains why the service refused a job: if it does not offer a language pair, the error says so. The pairs are read
 * only after a refusal.
 */
export async function explainRefusal(
  requester: Requester,
  { from, to }: { readonly from: string; readonly to: readonly string[] },
  error: unknown,
): Promise<unknown> {
  if (!isRequesterError(error) || error.name !== 'ValidationError') return error;
  const pairs = await requester.languages.list().catch(() => undefined);
  if (pairs === undefined) return error;
  const offered = pairs.filter(({ language_id }) => language_id === from);
  const targets = offered.map(({ translated_language_id }) => translated_language_id);
  const missing = to.flatMap((language, index) => (targets.includes(language) ? [] : [index]));
  if (missing.length === 0) return error;
  const instead = targets.length === 0 ? 'nothing at all' : targets.join(', ');
  const message = `is not offered by the service: it translates '${from}' into ${instead}`;
  const issues = missing.map((index) => ({ path: `options.to[${index}]`, message }));
  const paths = issues.map(({ path }) => path).join(', ');
  return Object.assign(new InputError(issues), {
    message: `${paths} ${message}. Nothing was ordered; correct the input and call again.`,
  });
}
