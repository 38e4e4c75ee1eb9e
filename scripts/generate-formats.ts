/**
 * Generates what lists the formats of locale files, from the rows of `src/localise/files/formats.ts`: their names, the choice in
 * the schema of the project file, and the table of a page, between `<!-- formats -->` and `<!-- /formats -->`. What the table
 * says of a format is the docstring of the constant that its file exports; who judges the files is in the samples of the tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LocaleFormat } from '../src/localise/files/document.ts';
import type { LocaleFormatName } from '../src/localise/files/format-names.ts';
import '../test/source-hooks.ts';

const { localeFormats } = await import('../src/localise/files/formats.ts');
const { SAMPLES } = await import('../test/localise/files/samples.ts');

const folder = fileURLToPath(new URL('../src/localise/files/formats/', import.meta.url));
const names = Object.keys(localeFormats);
const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+): LocaleFormat = /g;

/** What the docstrings say, by the name of the format. */
const descriptions = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(folder + name, 'utf8').matchAll(DOCSTRING)])
    .map(([, text = '', name = '']) => [
      name,
      text
        .replaceAll(/\s*\n \*\s?|\s+/g, ' ')
        .trim()
        .replaceAll('|', '\\|'),
    ]),
);

/** The file with the names of the formats. */
export const generateFormatNames = (): string =>
  [
    '// Generated from formats.ts by scripts/generate.ts. Do not edit.\n',
    '/** The names of the built-in formats. On their own, so that who needs only the names loads no parser. */',
    `export const FORMAT_NAMES = [\n${names.map((name) => `  '${name}',\n`).join('')}] as const;\n`,
    '/** The name of a built-in format. */',
    'export type LocaleFormatName = (typeof FORMAT_NAMES)[number];\n',
  ].join('\n');

/** The schema of the project file with the names of the formats. */
export function generateFormatChoice(schema: string): string {
  const choice = names.map((name) => `"${name}"`);
  return schema.replace(/^( *)"enum": \[\s*"json"[^\]]*\]/m, (_, indent: string) => {
    const line = `${indent}"enum": [${choice.join(', ')}]`;
    // As the formatter has it.
    return line.length <= 110
      ? line
      : `${indent}"enum": [\n${choice.map((name) => `${indent}  ${name}`).join(',\n')}\n${indent}]`;
  });
}

/** What is protected. An expression says nothing to people: the docstring has a sentence, which is put here. */
function describeProtect({ name, protect }: LocaleFormat, description: string): readonly [string, string] {
  if (protect === undefined) return ['', description];
  if (typeof protect === 'string') return [`\`${protect}\``, description];
  const [sentence = '', words = ''] = /(?:^| )([^.;]+) (?:is|are) protected\./.exec(description) ?? [];
  if (words === '') throw new Error(`The docstring of ${name} does not say what is protected.`);
  return [words.replace(/,$/, ''), description.replace(sentence, '')];
}

function makeRow([name, format]: readonly [LocaleFormatName, LocaleFormat]): string {
  const description = descriptions.get(name);
  if (description === undefined)
    throw new Error(`The format ${name} has no docstring: its constant must be ${name}, of LocaleFormat.`);
  const files = format.extensions.map((extension) => `\`${extension}\``).join(', ');
  const [protect, about] = describeProtect(format, description);
  const judges = SAMPLES[name].judges.map((judge) => judge.name).join(', ');
  return `| ${[`\`${name}\``, files, about, protect, judges].join(' | ')} |`;
}

// The names of the formats are the keys.
const rows = (Object.entries(localeFormats) as [LocaleFormatName, LocaleFormat][]).map(makeRow);

/** A page with its table of formats. */
export const generateFormatTable = (page: string): string =>
  page.replace(
    /^(<!-- formats -->\n)[\s\S]*?^(<!-- \/formats -->)$/m,
    (_, start: string, end: string) =>
      `${start}\n| format | files | what is text | what is protected | judged by |\n|---|---|---|---|---|\n${rows.join('\n')}\n\n${end}`,
  );
