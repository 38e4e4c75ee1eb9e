import { decodePart, limitCount, unpack, Yielder } from './office-archive.js';
import { findTextParts, isTextPart, OFFICE_LAYOUTS } from './office-layout.js';
import { MAX_PARAGRAPHS, ParagraphReader } from './office-paragraphs.js';

/** What is read in an office file. */
export interface OfficeText {
  readonly paragraphs: readonly string[];
  /** The slides of a presentation, and the pages of a text document that says where they end. */
  readonly pages?: number;
}

/** The text of an office file, as a reader sees it; null when it is of another kind, or too large. */
export async function readOfficeText(kind: string, bytes: Uint8Array): Promise<OfficeText | null> {
  const layout = OFFICE_LAYOUTS[kind];
  if (layout === undefined) return null;
  try {
    const yielder = new Yielder();
    const unpacked = await unpack(bytes, (name) => isTextPart(layout, name), yielder);
    const main = [...unpacked.keys()].filter((name) => layout.main.test(name));
    if (main.length === 0) return null;
    const paragraphs: string[] = [];
    const reader = new ParagraphReader(({ text, isCopy }) => {
      if (!isCopy) limitCount(MAX_PARAGRAPHS, paragraphs.push(text));
    });
    for (const [name, pieces] of findTextParts(layout, unpacked))
      await reader.read(decodePart(pieces), layout.copies.test(name), yielder);
    const notedPages = reader.pageBreaks === 0 ? undefined : reader.pageBreaks + 1;
    const pages = kind === 'pptx' ? main.length : notedPages;
    return { paragraphs, ...(pages === undefined ? {} : { pages }) };
  } catch {
    // Any mistake in the file means that the service would not accept it.
    return null;
  }
}
