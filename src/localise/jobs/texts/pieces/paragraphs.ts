import { findText } from '../../../../base/texts.js';

/** A paragraph of a revision, as far as joining needs it. */
export interface TranslatedParagraph {
  readonly original_text: string;
  readonly translated_text: string;
  readonly display_order: number;
}

/** The translated paragraphs of a text, as one text. */
export interface JoinedParagraphs {
  readonly text: string;
  /** How many paragraphs of the original the translation lacks. */
  readonly missing: number;
}

/**
 * Joins the translated paragraphs of a revision, with the blank lines and line breaks of the original. A revision itself
 * does not have these.
 *
 * @param original the text that was ordered
 */
export function joinParagraphs(
  original: string,
  paragraphs: readonly TranslatedParagraph[],
): JoinedParagraphs {
  const inOrder = [...paragraphs].sort((a, b) => a.display_order - b.display_order);
  const known = inOrder.filter(({ original_text }) => original_text.trim() !== '');
  const added = inOrder.filter(
    (paragraph) => paragraph.original_text.trim() === '' && paragraph.translated_text.trim() !== '',
  );
  const joined = joinByOriginals(original, known) ?? joinByLines(original, known);
  const text = [joined.text, ...added.map(({ translated_text }) => translated_text)].join('\n');
  return { text, missing: joined.missing };
}

/** Finds each paragraph's original in the text, and replaces it; undefined when one is not found. */
function joinByOriginals(
  original: string,
  paragraphs: readonly TranslatedParagraph[],
): JoinedParagraphs | undefined {
  let text = '';
  let missing = 0;
  let from = 0;
  // What is skipped is white space, or paragraphs that the revision lacks.
  const skip = (to: number): void => {
    const between = original.slice(from, to);
    text += between.trim() === '' ? between : keepLineBreaks(between);
    missing += splitFilledLines(between).length;
  };
  for (const { original_text, translated_text } of paragraphs) {
    const at = findText(original, original_text, from);
    if (at < 0) return undefined;
    skip(at);
    text += translated_text;
    if (translated_text.trim() === '') missing += 1;
    from = at + original_text.length;
  }
  skip(original.length);
  return { text, missing };
}

/** Replaces the lines of the text that are not blank, one by each paragraph. */
function joinByLines(original: string, paragraphs: readonly TranslatedParagraph[]): JoinedParagraphs {
  const lines = splitFilledLines(original);
  const written = paragraphs.filter(({ translated_text }) => translated_text.trim() !== '');
  const missing = Math.max(0, lines.length - written.length);
  if (lines.length !== paragraphs.length) {
    return { text: paragraphs.map(({ translated_text }) => translated_text).join('\n'), missing };
  }
  let text = '';
  let from = 0;
  lines.forEach((line, index) => {
    const at = original.indexOf(line, from);
    text += original.slice(from, at) + (paragraphs[index]?.translated_text ?? '');
    from = at + line.length;
  });
  return { text: text + original.slice(from), missing };
}

function splitFilledLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

/** The line breaks of a text, and nothing else of it. */
function keepLineBreaks(text: string): string {
  return (text.match(/\r\n|\r|\n/g) ?? []).join('');
}
