import { isCategory } from '../../checks/plural-categories.js';
import { type Block, isSlot } from '../document.js';

/*
 * An entry of go-i18n, in TOML, JSON or YAML: an object with the plural forms of a text, or with `other` alone, and with what is known
 * of the text. `goi18n` writes `Hello = "Hello"` for the original, and an object with `hash` and `other` for its translation.
 */

const MEMBERS = new Set(['id', 'description', 'hash', 'leftDelim', 'rightDelim']);

/** Whether a member of an entry is none of its forms. */
export const isGoMember = (name: string | undefined): boolean => name !== undefined && MEMBERS.has(name);

/** Whether an object with these names can be an entry. */
export const areGoNames = (names: readonly (string | undefined)[]): boolean =>
  names.includes('other') && names.every((name) => isCategory(name) || isGoMember(name));

/** What an object has: names, and what each stands for. */
interface Members {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

const hasMembers = (entry: unknown): entry is Members =>
  typeof entry === 'object' && entry !== null && 'names' in entry;

const isGoEntry = ({ names, values }: Members): boolean =>
  areGoNames(names) && values.every((value) => typeof value === 'string');

/** Whether an object is certainly an entry: only `goi18n` writes such a hash. */
export const isHashedEntry = (entry: unknown): boolean =>
  hasMembers(entry) &&
  String(entry.values[entry.names.indexOf('hash')]).startsWith('sha1-') &&
  isGoEntry(entry);

const isMarkedEntry = (entry: unknown): boolean =>
  hasMembers(entry) && entry.names.some((name) => name === 'description' || name === 'hash');

/** Whether a file with these members is one of go-i18n: it has texts and entries alone, and one description can be about anything. */
export const isGoFile = (members: readonly unknown[]): boolean =>
  members.filter(isMarkedEntry).length >= 2 &&
  members.every((member) => typeof member === 'string' || (hasMembers(member) && isGoEntry(member)));

/**
 * Says of the form `other` that it is the text of its object.
 *
 * @param blocks the members of an entry
 * @param objectKey the key of the entry
 * @param isAlone whether the text has no plural forms: it then has the key of the entry
 */
export function markGeneralForm(
  blocks: readonly Block[],
  objectKey: string,
  isAlone: boolean,
): readonly Block[] {
  const key = `${objectKey}.other`;
  return blocks.map((block) => {
    if (block.id !== 'other') return block;
    const parts = block.parts.map((part) => {
      if (!isSlot(part) || part.key !== key) return part;
      return { ...part, key: isAlone ? objectKey : key, objectKey };
    });
    return { ...block, parts };
  });
}
