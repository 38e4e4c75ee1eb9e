const MARKUP = (what: string): string =>
  `is ${what}, which is no format here, nor a document that the service takes: save it as .docx or .txt, or move its texts to a JSON or YAML file`;
const MARKUP_OF_PROGRAMS =
  'is a program with markup, which is no format here: move its texts to a JSON file, and import that';

/** Formats that are not read, by the endings of their files, with what to do in their place. */
export const FOREIGN_FORMATS: Readonly<Record<string, string>> = {
  '.md': MARKUP('Markdown'),
  '.mdx': MARKUP('Markdown'),
  '.html': MARKUP('HTML'),
  '.htm': MARKUP('HTML'),
  '.jsx': MARKUP_OF_PROGRAMS,
  '.tsx': MARKUP_OF_PROGRAMS,
};

/** Says what to do with a file of a format that is not read; undefined for a name that says nothing. @param name without folders */
export function adviseOnForeignFormat(name: string): string | undefined {
  const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
  return Object.hasOwn(FOREIGN_FORMATS, ending) ? FOREIGN_FORMATS[ending] : undefined;
}
