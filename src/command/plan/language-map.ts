import { isSameLanguage } from '../../base/language-code.js';

/** How files spell the languages of the service, by the service's codes: `{ "de": "de-DE" }`. */
export type LanguageMap = Readonly<Record<string, string>>;

/** A language of a plan. */
export interface PlannedLanguage {
  /** The service's code. It names the orders, so that another spelling orders nothing again. */
  readonly code: string;
  /** The code by which the project has its files. */
  readonly inFiles: string;
}

/** Finds a language by either of its codes. What the map does not name has one code for both. */
export function findLanguage(map: LanguageMap | undefined, named: string): PlannedLanguage {
  const entries = Object.entries(map ?? {});
  const [code, inFiles] = entries.find(([service]) => isSameLanguage(service, named)) ??
    entries.find(([, file]) => isSameLanguage(file, named)) ?? [named, named];
  return { code, inFiles };
}
