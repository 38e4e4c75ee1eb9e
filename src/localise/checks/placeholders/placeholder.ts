import { addToGroup } from '../groups.js';

/** A placeholder, a tag or a brace in a text. */
export interface Placeholder {
  /** The order of tags counts, and that of `format`: specifiers of printf without a name. */
  readonly kind: 'tag' | 'format' | 'named';
  readonly token: string;
  /** Equal for placeholders that mean the same, however they are spelt. */
  readonly meaning: string;
  /** In a translation, it is only a placeholder if the original has it too: `100%ig` is German. */
  readonly isDoubtful?: boolean;
  /** Its offset in the text. */
  readonly from: number;
}

export type Groups = ReadonlyMap<string, readonly Placeholder[]>;

export function groupByMeaning(placeholders: readonly Placeholder[]): Groups {
  const groups = new Map<string, Placeholder[]>();
  for (const placeholder of placeholders) addToGroup(groups, placeholder.meaning, placeholder);
  return groups;
}
