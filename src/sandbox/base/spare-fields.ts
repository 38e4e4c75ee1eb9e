import { isFields } from '../../base/kinds.js';

// What an answer may lack. The sandbox shares no code with the client, so this is its own list.

/** Embedded objects: at any depth below what was asked for. */
const EMBEDDED = ['user', 'organization', 'default_organization', 'language', 'translated_language'] as const;

/** Fields that say more about a thing, but not what it is or how far it has come. */
const DECORATION = [
  'native_language',
  'last_accessed_at',
  'online_status',
  'online_status_text',
  'grade_text',
  'rate',
  'status_text',
  'tag_text',
  'views_count',
  'picture_url',
  'locale',
  'url',
  'html_url',
] as const;

/** Objects beside what was asked for. */
const COMPANIONS = ['question', 'organization', 'question_body'] as const;

/** What is asked for in answers that have companions. */
const ASKED_FOR = ['comment', 'comments', 'translation', 'translation_revisions'] as const;

/** The list of a question body, which is null instead of missing. */
const TRANSLATIONS = 'translations';

/** The names of all fields that a fault of the kind `sparse` leaves out. */
const SPARSE_FIELDS: readonly string[] = [
  ...new Set(['message', ...COMPANIONS, ...EMBEDDED, ...DECORATION, TRANSLATIONS]),
];

/**
 * What a fault of the kind `sparse` leaves out of an answer: `message`, embedded objects (`user`, `organization`,
 * `default_organization`, `language`, `translated_language`), `question`, `question_body` and `organization` beside a comment,
 * translation or revision, and `native_language`, `last_accessed_at`, `online_status`, `online_status_text`, `grade_text`,
 * `rate`, `status_text`, `tag_text`, `views_count`, `picture_url`, `locale`, `url` and `html_url`.
 */
export interface SparseOptions {
  /** The names of the fields that are left out. @default all of them */
  readonly only?: readonly string[];
  /** Whether these fields are null instead of missing. @default false */
  readonly asNull?: boolean;
}

/** Fields that are spare in each object below the top of an answer. */
const SPARE_BELOW: ReadonlySet<string> = new Set([...EMBEDDED, ...DECORATION]);
/** Fields that are spare at the top. There, `question` or `organization` can be what was asked for. */
const SPARE_AT_TOP = ['message', 'default_organization', ...DECORATION];

/** Returns a copy of an answer without the fields that an answer may lack. */
export function withoutSpareFields(
  answer: unknown,
  { only = SPARSE_FIELDS, asNull = false }: SparseOptions,
): unknown {
  const names = new Set(only);
  const strip = (object: object, spare: ReadonlySet<string>): object =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
        if (names.has(name) && name === TRANSLATIONS) return [[name, null]];
        if (!names.has(name) || !spare.has(name)) return [[name, stripInside(value)]];
        return asNull ? [[name, null]] : [];
      }),
    );
  const stripInside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stripInside);
    return isFields(value) ? strip(value, SPARE_BELOW) : value;
  };
  if (!isFields(answer)) return answer;
  const hasCompanions = ASKED_FOR.some((name) => name in answer);
  return strip(answer, new Set([...SPARE_AT_TOP, ...(hasCompanions ? COMPANIONS : [])]));
}

/** @throws TypeError when a name is not that of a field that an answer may lack */
export function checkSparseFields(names: readonly unknown[]): void {
  const wrong = names.find((name) => typeof name !== 'string' || !SPARSE_FIELDS.includes(name));
  if (wrong !== undefined)
    throw new TypeError(
      `No answer may lack the field "${wrong}"; those that it may lack are ${SPARSE_FIELDS.join(', ')}.`,
    );
}
