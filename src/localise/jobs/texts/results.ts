import type { TextIssue } from '../../checks/text-issue.js';
import type { CollectingOptions } from '../engine/options.js';

/** The translation of one text. */
export interface TextResult {
  readonly language: string;
  readonly key: string;
  /** The newest translation; null when there will be none, see `issues`. */
  readonly text: string | null;
  /**
   * Other translations of it, the newest first; absent when there are none. `issues` says nothing of them: compare them by
   * `checkTranslation`.
   */
  readonly alternatives?: readonly string[];
  /**
   * True while the order is not finished: another translator may translate a text of a simple question, and for 24 hours
   * the translator of a project's text may submit it again. Collect again later to see what has become of it.
   */
  readonly mayChange?: true;
  /** What is wrong with `text`; absent when nothing is. */
  readonly issues?: readonly TextIssue[];
}

/** Options of `collectTexts`. */
export interface CollectTextsOptions extends CollectingOptions {
  /**
   * When the texts of an order are ready. `translated`: as soon as each has a translation, even if that may change
   * (`mayChange`). `finished`: when nothing will change by itself, which can be hours later. @default 'translated'
   */
  readonly ready?: 'translated' | 'finished' | undefined;
}
