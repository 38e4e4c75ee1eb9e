const NET =
  'is a file of .NET, which is no format here: export its texts as XLIFF, JSON or CSV, for example by ResX Resource Manager, and import the translations there';

/** Formats that are not read, by the endings of their files, with what to do in their place. */
const FOREIGN: Readonly<Record<string, (name: string) => string>> = {
  '.ts': (name) => {
    const stem = name.slice(0, -'.ts'.length);
    return `is a file of Qt Linguist, or TypeScript, and neither is a format here: Qt's own lconvert makes a PO file of it, and of that a TS file again: lconvert -i ${stem}.ts -o ${stem}.po. Texts in TypeScript can be moved to a JSON file`;
  },
  '.resx': () => NET,
  '.resw': () => NET,
  '.stringsdict': () =>
    "is a file of Apple's plurals, which is no format here: let Xcode make a string catalog of it (Migrate to String Catalog), and take the .xcstrings file",
  '.php': () =>
    'is PHP, which is no format here: Laravel and others read JSON too, such as lang/en.json, or PO or YAML',
  '.toml': () => 'is TOML, which is no format here: go-i18n and others read JSON and YAML too',
};

/** Says what to do with a file of a format that is not read; undefined for a name that says nothing. @param name without folders */
export function adviseOnForeignFormat(name: string): string | undefined {
  const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
  return Object.hasOwn(FOREIGN, ending) ? FOREIGN[ending]?.(name) : undefined;
}
