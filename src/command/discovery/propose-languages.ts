import { matchNearest } from '../../base/language-code.js';
import { type LanguagePair, Requester } from '../../index.js';
import { createSandbox } from '../../sandbox.js';
import type { LanguageMap } from '../plan/language-map.js';
import { decideService, type ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { readMessage } from '../terminal/failures.js';
import { formatCommandLine } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';

/** What a project file says of languages. */
export interface ProjectLanguages {
  readonly from: string;
  readonly to: readonly string[];
  readonly languages?: LanguageMap | undefined;
}

/**
 * Reads what the service translates: the one that is named, or a new sandbox, with which a project without a service is tried.
 *
 * @returns undefined when the service does not say it, which is told
 */
export async function readPairs(
  given: ServiceOptions,
  io: CommandIo,
): Promise<readonly LanguagePair[] | undefined> {
  const signal = createStopSignal(io);
  const { url, sandbox } = given;
  if (url === undefined && !sandbox && !io.env.TRANSLATION_REQUESTER_URL) return listNewSandbox(signal);
  try {
    const service = decideService(given, {}, io);
    const { token } = await findToken(service, io);
    return await createClient(service.address, token, io).languages.list({ signal });
  } catch (error) {
    // A sandbox that is not started yet will have what a new one has.
    if (sandbox) return listNewSandbox(signal);
    io.err(
      say`The languages that the service offers were not read: ${readMessage(error)} Compare them with the project file: ${formatCommandLine('languages')}\n`,
    );
    return undefined;
  }
}

async function listNewSandbox(signal: AbortSignal): Promise<readonly LanguagePair[]> {
  const { baseUrl, accessToken, fetch } = createSandbox();
  const requester = new Requester({ baseUrl, accessToken, fetch, logLevel: 'silent' });
  return requester.languages.list({ signal });
}

/** Names the languages of files by the codes of the service, with a map of those that files spell in another way. */
export function proposeLanguages(
  { from, to }: ProjectLanguages,
  pairs: readonly LanguagePair[],
  io: CommandIo,
): ProjectLanguages {
  const languages: Record<string, string> = {};
  const propose = (inFiles: string, offered: readonly string[]): string => {
    if (offered.includes(inFiles)) return inFiles;
    const [code, second] = matchNearest(inFiles, offered);
    if (code === undefined) {
      io.err(
        say`The service does not offer ${inFiles}: it has ${offered.join(', ') || 'no such language'}.\n`,
      );
      return inFiles;
    }
    const known = languages[code];
    if (second === undefined && known === undefined) {
      languages[code] = inFiles;
      return code;
    }
    io.err(
      second === undefined
        ? say`Your files have ${known ?? ''} and ${inFiles}, and the service offers ${code} alone. Name the one that is meant in "languages" of the project file.\n`
        : say`The service offers ${code} and ${second} for ${inFiles} of your files. Name the one that is meant in "languages" of the project file.\n`,
    );
    return inFiles;
  };
  const source = propose(from, [...new Set(pairs.map((pair) => pair.language_id))]);
  const targets = pairs.filter((pair) => pair.language_id === source);
  const offered = targets.map((pair) => pair.translated_language_id);
  const wanted = to.map((code) => propose(code, offered));
  return {
    from: source,
    to: [...new Set(wanted)],
    languages: Object.keys(languages).length === 0 ? undefined : languages,
  };
}
