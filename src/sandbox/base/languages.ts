import type { LanguagePairRecord, LanguageRecord } from './records.js';

const LANGUAGES: readonly LanguageRecord[] = [
  { id: 'de', name: 'German' },
  { id: 'en', name: 'English' },
  { id: 'es', name: 'Spanish' },
  { id: 'fr', name: 'French' },
  { id: 'ja', name: 'Japanese' },
  { id: 'ko', name: 'Korean' },
  { id: 'pt-BR', name: 'Portuguese (Brazil)' },
  { id: 'zh-CN', name: 'Chinese (Simplified)' },
];

/** Languages in which a text can be rewritten: each has a pair with itself. */
const REWRITTEN = new Set(['en', 'ja']);
/** Pairs that are refused, so that a test can order one. */
const NOT_OFFERED = new Set(['ko>pt-BR', 'pt-BR>ko']);

/** The languages by id. */
export const languages: ReadonlyMap<string, LanguageRecord> = new Map(LANGUAGES.map((one) => [one.id, one]));

/** Every pair that can be ordered. */
export const languagePairs: readonly LanguagePairRecord[] = LANGUAGES.flatMap((source) =>
  LANGUAGES.filter((target) => isOffered(source.id, target.id)).map((target) => pair(source, target)),
);

const byIds = new Map(languagePairs.map((one) => [`${one.source.id}>${one.target.id}`, one]));

export function findPair(sourceId: string, targetId: string): LanguagePairRecord | undefined {
  return byIds.get(`${sourceId}>${targetId}`);
}

function isOffered(source: string, target: string): boolean {
  return source === target ? REWRITTEN.has(source) : !NOT_OFFERED.has(`${source}>${target}`);
}

function pair(source: LanguageRecord, target: LanguageRecord): LanguagePairRecord {
  const point = source.id === target.id ? 1 : source.id === 'en' || target.id === 'en' ? 2 : 3;
  return { source, target, point, extraPoint: 50, extraLetter: 500 };
}
