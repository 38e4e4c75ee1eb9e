import { decodePart, pack, unpackAll, Yielder } from './office-archive.js';
import { findTextParts, OFFICE_LAYOUTS } from './office-layout.js';
import { type Paragraph, ParagraphReader } from './office-paragraphs.js';

/** What replaces a part of the XML. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly xml: string;
}

/** An office file with other texts: everything else is as it was. Null when that can't be made, as of a file that is too large. */
export async function translateOffice(
  kind: string,
  bytes: Uint8Array,
  translations: readonly string[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  const layout = OFFICE_LAYOUTS[kind];
  if (layout === undefined) return null;
  try {
    const yielder = new Yielder();
    const parts = new Map(await unpackAll(bytes, yielder));
    const paragraphs: Paragraph[] = [];
    const reader = new ParagraphReader((paragraph) => paragraphs.push(paragraph));
    const ends: { name: string; xml: string; end: number }[] = [];
    for (const [name, pieces] of findTextParts(layout, parts)) {
      const xml = decodePart(pieces);
      await reader.read(xml, layout.copies.test(name), yielder);
      ends.push({ name, xml, end: paragraphs.length });
    }
    const translated = pairTexts(paragraphs, translations, reader.columnNames);
    let begin = 0;
    for (const { name, xml, end } of ends) {
      const edits = [];
      for (let at = begin; at < end; at += 1) {
        const [paragraph, text] = [paragraphs[at], translated[at]];
        if (paragraph !== undefined && text !== undefined) edits.push(...editParagraph(paragraph, text, xml));
      }
      if (edits.length > 0) parts.set(name, [new TextEncoder().encode(applyEdits(xml, edits))]);
      begin = end;
      await yielder.yieldIfBusy();
    }
    return await pack(parts, yielder);
  } catch {
    // It was read when it was uploaded. What is wrong in other parts, such as a wrong size, is found here.
    return null;
  }
}

/**
 * The translation of each paragraph. A copy has that of its original; undefined for one that stays: a copy of nothing, and the name
 * of a column, since formulas name it.
 */
function pairTexts(
  paragraphs: readonly Paragraph[],
  translations: readonly string[],
  columnNames: ReadonlySet<string>,
): (string | undefined)[] {
  const originals = paragraphs.filter(({ isCopy }) => !isCopy);
  const translated = new Map(originals.map((paragraph, at) => [paragraph, translations[at] ?? '']));
  // A translator may have written more paragraphs than there were.
  const last = originals.at(-1);
  if (last !== undefined && translations.length > originals.length)
    translated.set(last, translations.slice(originals.length - 1).join('\n'));
  const byText = new Map(originals.map((paragraph) => [paragraph.text.trim(), translated.get(paragraph)]));
  return paragraphs.map((paragraph) => {
    if (paragraph.isCopy) return byText.get(paragraph.text.trim());
    return paragraph.isShared && columnNames.has(paragraph.text) ? undefined : translated.get(paragraph);
  });
}

/** Writes a text between the tabs and line breaks of a paragraph, or before them if it has others. */
function editParagraph({ segments, readings }: Paragraph, text: string, xml: string): Edit[] {
  const pieces = text.split(/[\t\n]/);
  const fits =
    pieces.length === segments.length &&
    pieces.every((piece, at) => piece.trim() === '' || segments[at]?.[0] !== undefined);
  const nodes = segments.flatMap((segment, at) =>
    segment.map((node, index) => ({ node, text: fits && index === 0 ? (pieces[at] ?? '') : '' })),
  );
  const [first] = nodes;
  if (!fits && first !== undefined) first.text = text;
  const emptied = readings.map((node) => ({ node, text: '' }));
  return [...nodes, ...emptied].map(({ node: { from, to, trims }, text: content }) => {
    const opening = xml.slice(xml.lastIndexOf('<', from - 1), from);
    const keepsSpace = !trims || content.trim() === content || opening.includes('xml:space');
    return {
      from: from - 1,
      to: xml.lastIndexOf('<', to - 1),
      xml: `${keepsSpace ? '' : ' xml:space="preserve"'}>${escapeXml(content)}`,
    };
  });
}

/** What XML can't hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(NOT_IN_XML, '\ufffd');
}

/** The XML with the edits, whose places do not overlap, in UTF-8. */
function applyEdits(xml: string, edits: readonly Edit[]): string {
  let edited = '';
  let at = 0;
  for (const edit of edits.toSorted((left, right) => left.from - right.from)) {
    edited += xml.slice(at, edit.from) + edit.xml;
    at = edit.to;
  }
  return (edited + xml.slice(at)).replace(
    /^<\?xml [^>]*>/,
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  );
}
