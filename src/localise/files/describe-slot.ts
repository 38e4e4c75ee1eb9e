import type { Slot } from './document.js';
import { joinNotes } from './plurals.js';

/** Comments that tools write where a person has written none. They change with the tool, or name what it has found. */
const GENERATED: readonly RegExp[] = [
  // Xcode, for a text without a comment.
  /^No comment provided by engineer\.?$/,
  // Interface Builder: the class, the text and the id of an object. A developer's own words are in `Note`.
  /^Class = "(?!.*; Note = )/,
];

/** The signs with which people draw the lines around headings. */
const RULER = /[-=*#~─━═]/;

const isRuled = (first: string | undefined, second: string | undefined): boolean =>
  first === second && RULER.test(first ?? '');

/** Whether a comment is the heading of a section, as `--- Buttons ---` or `MARK: - Buttons`. */
const isHeading = (comment: string): boolean =>
  /^(?:#?pragma )?mark\b ?[:-]/i.test(comment) ||
  isRuled(comment[0], comment[1]) ||
  isRuled(comment.at(-1), comment.at(-2));

const isLine = (comment: string): boolean => !/[\p{L}\p{N}]/u.test(comment);

/** What a file says about a text. */
export type SlotDescription = Pick<Slot, 'note' | 'remark'>;

/**
 * Decides which of what a file says about a text makes it this text. What a person has described is a part of it: "Open" can be
 * two texts. What tools write changes with the program, and so does the text that happens to follow a heading: translators
 * are shown both, and nothing is ordered anew when they change.
 *
 * @param comments as people write them, though some may be generated, or headings
 * @param byTools comments that are known to be written by tools
 */
export function describeSlot(
  comments: readonly (string | undefined)[],
  byTools: readonly (string | undefined)[] = [],
): SlotDescription {
  const found = comments.filter((comment) => comment !== undefined).map((comment) => comment.trim());
  const first = found.findIndex(isLine);
  const last = found.findLastIndex(isLine);
  const notes: string[] = [];
  const remarks: (string | undefined)[] = [];
  for (const [at, comment] of found.entries()) {
    if (isLine(comment)) continue;
    const isBetweenLines = at > first && at < last && first !== -1;
    const isRemark =
      isBetweenLines || isHeading(comment) || GENERATED.some((pattern) => pattern.test(comment));
    (isRemark ? remarks : notes).push(comment);
  }
  return { note: joinNotes(notes), remark: joinNotes([...remarks, ...byTools]) };
}
