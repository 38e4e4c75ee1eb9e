import type { CallOptions, OrderOptions } from '../index.js';

/** A text to translate. */
export interface SourceText {
  readonly text: string;
  /** What the translators should know about it. The same text with another note is ordered on its own. */
  readonly note?: string | undefined;
}

/** Texts by key. Any string can be a key: keys are never sent to the service. */
export type SourceTexts = Readonly<Record<string, string | SourceText>>;

/**
 * Which parts of a text must not be translated: those of ICU messages (`{name}`, the syntax of plurals), of i18next
 * (`{{name}}`, `$t(key)`), of printf (`%s`, `%1$d`, `%(name)s`, `%@`), or every match of an expression.
 */
export type Protect = 'icu' | 'i18next' | 'printf' | RegExp;

/** The most that one order holds. The service does not say its limits; these are those of the sandbox, or below. */
export interface OrderLimits {
  /** Bodies of a simple question. @default 1000 */
  readonly bodies?: number | undefined;
  /** Questions of a project. @default 500 */
  readonly questions?: number | undefined;
  /** Letters (code points) of one body or question. A longer text is split, if possible between paragraphs. @default 10000 */
  readonly letters?: number | undefined;
  /** Bytes of the texts and notes of one order, as JSON. @default 1048576 (1 MiB) */
  readonly bytes?: number | undefined;
}

/** How far the order of the texts of one language is. */
export interface OrderProgress {
  readonly language: string;
  /** Texts of this language that are ordered. Equal texts count once. */
  readonly done: number;
  /** Texts of this language that have to be ordered. */
  readonly total: number;
  /** Points that the orders of this language cost so far. */
  readonly points: number;
}

/** What every order of a job carries beside its texts, as the service names it. */
export interface OrderTerms {
  /** @default the account's default organization */
  readonly organization_id?: number | undefined;
  /** Simple questions only. */
  readonly native?: boolean | undefined;
  /** Simple questions only: 0 public, 2 private. @default the service's */
  readonly published_scope?: 0 | 2 | undefined;
  /** Projects only. */
  readonly individual?: boolean | undefined;
  /** Projects only. */
  readonly double_check?: boolean | undefined;
  /** Projects only, with `individual`. */
  readonly translator_list_ids?: number[] | undefined;
}

/** What to order. */
export interface TextsOrder {
  /**
   * Name of the job. The keys of its orders are made of it (`<name>/<from>/<to>/<number>`): calling again with the same
   * name orders nothing twice, also when the texts have changed. At most 200 bytes, without white space at its ends.
   */
  readonly name: string;
  /** Language of the texts. */
  readonly from: string;
  /** Languages to translate them into. */
  readonly to: readonly string[];
  readonly texts: SourceTexts;
  /**
   * Translations that you have, by language and key. They are not ordered. An empty one counts as missing. @default none
   */
  readonly known?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /**
   * `simple`: simple questions of up to 1,000 texts each, whose results are read with one request an order. `project`:
   * projects of up to 500 texts each, with a status, comments and revisions for each text, and one request for each
   * result. It belongs to the job: a name is used with one of them only. @default 'simple'
   */
  readonly using?: 'simple' | 'project' | undefined;
  /** The parts of a text that must not be translated, beside what stands in `{{{…}}}`. @default none */
  readonly protect?: Protect | undefined;
  /** Whether the texts are HTML. @default false */
  readonly html?: boolean | undefined;
  /** Instructions to the translators of all texts. @default none */
  readonly description?: string | undefined;
  /** What the orders carry beside the texts. @default nothing */
  readonly terms?: OrderTerms | undefined;
  readonly limits?: OrderLimits | undefined;
}

/** How orders are placed. `timeout`, `attemptTimeout` and `retries` count for each request. */
export interface PlacingOptions extends CallOptions, Pick<OrderOptions, 'settle' | 'onDuplicate'> {
  /**
   * How far back earlier orders of the job are searched for, in milliseconds. Without a durable journal, a name can be
   * used for so long. @default 2678400000 (31 days)
   */
  readonly lookback?: number | undefined;
}

/** What `orderTexts` takes: what to order, and how. */
export interface OrderTextsOptions extends TextsOrder, PlacingOptions {
  /**
   * The most points that the whole job may cost, with the orders that earlier calls have placed. All orders are quoted
   * before the first one is placed; above it, a BudgetError. @default no limit
   */
  readonly maxPoints?: number | undefined;
  /** Called after each order. What it throws is ignored. @default none */
  readonly onProgress?: ((progress: OrderProgress) => void) | undefined;
}
