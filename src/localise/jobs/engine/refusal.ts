import type { Issue } from '../../../base/checked.js';
import { fitsLanguage } from '../../../base/language-code.js';
import { InputError, isRequesterError, type Requester } from '../../../index.js';
import { addToGroup } from '../../checks/groups.js';

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
  const sources = [...new Set(pairs.map(({ language_id }) => language_id))];
  if (!sources.includes(from)) {
    const message = describeOffer(from, sources, `it translates from ${sources.join(', ')}`);
    return refuseLanguages([{ path: 'options.from', message }]);
  }
  const offered = pairs.filter(({ language_id }) => language_id === from);
  const targets = offered.map(({ translated_language_id }) => translated_language_id);
  const whole = `it translates '${from}' into ${targets.join(', ')}`;
  const issues = to.flatMap((language, index) =>
    targets.includes(language)
      ? []
      : [{ path: `options.to[${index}]`, message: describeOffer(language, targets, whole) }],
  );
  return issues.length === 0 ? error : refuseLanguages(issues);
}

/** Says what the service offers in the place of a language: its own code for it, or else all that it has. */
function describeOffer(language: string, offered: readonly string[], whole: string): string {
  const close = offered.filter((code) => fitsLanguage(code, language));
  return `is not offered by the service: ${close.length === 0 ? whole : `it calls '${language}' ${close.join(' or ')}`}`;
}

function refuseLanguages(issues: readonly Issue[]): InputError {
  const places = new Map<string, string[]>();
  for (const { path, message } of issues) addToGroup(places, message, path);
  const words = Array.from(places, ([message, paths]) => `${paths.join(', ')} ${message}`);
  return Object.assign(new InputError(issues), {
    message: `${words.join('; ')}. Nothing was ordered; correct the input and call again.`,
  });
}
