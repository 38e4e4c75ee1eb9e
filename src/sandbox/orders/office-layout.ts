import type { ArchiveParts } from './office-archive.js';

/** Where files of one kind keep what a reader sees. The expressions are in the order in which the parts are read. */
export interface OfficeLayout {
  /** The parts of the archive with text, such as headers. Comments are not among them: they are about the document. */
  readonly parts: readonly RegExp[];
  /** One of them at least is there. */
  readonly main: RegExp;
  /** A part that shows again what another one holds: a picture of a diagram. */
  readonly copies: RegExp;
}

export const OFFICE_LAYOUTS: Readonly<Record<string, OfficeLayout>> = {
  docx: {
    main: /^word\/document\d*\.xml$/,
    parts: [
      /^word\/document\d*\.xml$/,
      /^word\/header\d*\.xml$/,
      /^word\/footer\d*\.xml$/,
      /^word\/footnotes\.xml$/,
      /^word\/endnotes\.xml$/,
      /^word\/charts\/chart[^/]*\.xml$/,
      /^word\/drawings\/drawing\d*\.xml$/,
      /^word\/diagrams\/(data|drawing)\d*\.xml$/,
    ],
    copies: /^word\/diagrams\/drawing/,
  },
  // The sheets come first, since they say which of the shared texts are used, and tables, whose columns have names.
  xlsx: {
    main: /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/,
    parts: [
      /^xl\/worksheets\/[^/]+\.xml$/,
      /^xl\/tables\/[^/]+\.xml$/,
      /^xl\/sharedStrings\.xml$/,
      /^xl\/drawings\/drawing\d*\.xml$/,
      /^xl\/charts\/chart[^/]*\.xml$/,
      /^xl\/diagrams\/(data|drawing)\d*\.xml$/,
    ],
    copies: /^xl\/diagrams\/drawing/,
  },
  pptx: {
    main: /^ppt\/slides\/slide\d+\.xml$/,
    parts: [
      /^ppt\/slides\/slide\d+\.xml$/,
      /^ppt\/notesSlides\/notesSlide\d+\.xml$/,
      /^ppt\/charts\/chart[^/]*\.xml$/,
      /^ppt\/drawings\/drawing\d*\.xml$/,
      /^ppt\/diagrams\/(data|drawing)\d*\.xml$/,
    ],
    copies: /^ppt\/diagrams\/drawing/,
  },
};

export function isTextPart({ parts }: OfficeLayout, name: string): boolean {
  return parts.some((part) => part.test(name));
}

/** The parts with text, in the order in which they are read. Slide 2 comes before slide 10. */
export function findTextParts(
  layout: OfficeLayout,
  unpacked: ArchiveParts,
): readonly (readonly [name: string, pieces: readonly Uint8Array[]])[] {
  const byNumber = new Intl.Collator('en', { numeric: true });
  const rank = (name: string) => layout.parts.findIndex((part) => part.test(name));
  return [...unpacked]
    .filter(([name]) => isTextPart(layout, name))
    .sort(([left], [right]) => rank(left) - rank(right) || byNumber.compare(left, right));
}
