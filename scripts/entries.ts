/** The modules that users import, by the names of their files in src/: `translation-requester/oauth` is src/oauth.ts. */
export const ENTRIES = [
  'index',
  'oauth',
  'callbacks',
  'proxy',
  'node',
  'redis',
  'texts',
  'documents',
  'locale-files',
  'schemas',
  'testing',
  'sandbox',
  'msw',
] as const;

/** The source file of an entry. */
export const findSource = (entry: string): string => `src/${entry}.ts`;

/** What users import to get an entry: `./oauth`; the index has the package's own name. */
export const findSubpath = (entry: string): string => (entry === 'index' ? '.' : `./${entry}`);
