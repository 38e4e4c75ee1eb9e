import type { Protect } from '../../checks/placeholders/protect.js';
import type { SourceTexts } from '../../checks/source-text.js';
import type { PlacingOptions } from '../engine/options.js';

/** The most that one order holds. The service does not state its limits; the defaults fit the sandbox. */
export interface OrderLimits {
  /** Bodies of a simple question. @default 1000 */
  readonly bodies?: number | undefined;
  /** Questions of a project. @default 500 */
  readonly questions?: number | undefined;
  /** Letters (code points) of one body or question. Longer texts are split, preferably between paragraphs. @default 10000 */
  readonly letters?: number | undefined;
  /** Bytes of the texts and notes of one order, as JSON. @default 1048576 (1 MiB) */
  readonly bytes?: number | undefined;
}

/** How far the ordering of one language is. */
export interface OrderProgress {
  readonly language: string;
  /** Texts that are ordered in this language. Equal texts count once. */
  readonly done: number;
  /** Texts that this language needs in all. */
  readonly total: number;
  /** Points of the orders of this language so far. */
  readonly points: number;
}

/** Fields that every order of a job has besides its texts, as the service names them. */
export interface OrderTerms {
  /** The organization that pays. @default the account's default organization */
  readonly organization_id?: number | undefined;
  /** Simple questions only. What it means is left open by the service. @default the service's */
  readonly native?: boolean | undefined;
  /** Simple questions only: 0 public, 2 private. @default the service's */
  readonly published_scope?: 0 | 2 | undefined;
  /** Projects only: the premium option. @default the service's */
  readonly individual?: boolean | undefined;
  /** Projects only: asks for a second check. @default the service's */
  readonly double_check?: boolean | undefined;
  /** Projects only, with `individual`: only translators in these lists may take the orders. @default everyone */
  readonly translator_list_ids?: number[] | undefined;
}

/** What to order. */
export interface TextsOrder {
  /**
   * Name of the table: it has a name, and its texts have keys. The client's store remembers the orders by it, and their keys
   * begin with it. Call again with the same name, and nothing is ordered twice, even if texts have changed. At most 200 bytes,
   * without white space at its ends.
   */
  readonly name: string;
  /** The language of the texts. */
  readonly from: string;
  /** The languages to translate into. */
  readonly to: readonly string[];
  /**
   * The texts by their keys, each alone or with a `note` and a `remark` for the translators and `protectTerms` of its own. Keys are
   * never sent.
   */
  readonly texts: SourceTexts;
  /**
   * Translations that you already have, by language and key. They are not ordered. An empty one counts as missing.
   * @default none
   */
  readonly known?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /**
   * What the orders are. `simple`: simple questions of up to 1,000 texts each; one request reads all results of an
   * order. `project`: projects of up to 500 texts each; each text has a status, comments and revisions, and one request
   * reads one result. Texts that were ordered before under the name keep their orders. @default 'simple'
   */
  readonly using?: 'simple' | 'project' | undefined;
  /** The placeholders that must not be translated, besides what is in `{{{…}}}`. @default none */
  readonly protect?: Protect | undefined;
  /**
   * Words that must not be translated, such as names of products. Case matters, and a word within a longer one does not
   * count. At most 1,000, of at most 200 characters each. @default none
   */
  readonly protectTerms?: readonly string[] | undefined;
  /** Whether the texts are HTML. @default false */
  readonly html?: boolean | undefined;
  /** Instructions to the translators of all texts. @default none */
  readonly description?: string | undefined;
  /** Further fields of the orders. @default none */
  readonly terms?: OrderTerms | undefined;
  /** The most that one order holds. @default those below */
  readonly limits?: OrderLimits | undefined;
  /**
   * The beginning of the names of other jobs, such as `shop/`. Texts that these have ordered in the same languages, with equal
   * notes, are not ordered again: the job has their orders, which cost it nothing. @default none
   */
  readonly reuse?: string | undefined;
}

/** What `orderTexts` takes: what to order, and how. */
export interface OrderTextsOptions extends TextsOrder, PlacingOptions {
  /**
   * The most points that the whole job may cost, including orders that earlier calls placed. All orders are quoted
   * before the first one is placed; if they cost more, a BudgetError is thrown. @default no limit
   */
  readonly maxPoints?: number | undefined;
  /** Called after each order. What it throws is ignored. @default none */
  readonly onProgress?: ((progress: OrderProgress) => void) | undefined;
}
