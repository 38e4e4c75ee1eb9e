import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const repository = new URL('../../', import.meta.url);

/** The code of a page, as files. */
export interface PageCode {
  readonly path: string;
  readonly folder: string;
  /** Whether readers see code on it. */
  readonly showsCode: boolean;
  /** Programs to be run, from the first one on the page to the last. */
  readonly programs: readonly string[];
  /** What programs print, where the page shows it. */
  readonly printed: ReadonlyMap<string, string>;
  /** Programs, and the files that the page gives a name. */
  readonly files: ReadonlyMap<string, string>;
}

// A block of code that readers see, or code that they don't: a comment that says `program` begins a program of its own, and
// `code` goes on with the one before. The comment has the code, or names a section of the page in test/docs/hidden that has
// it. A block of text is all that the program before it prints.
const CODE =
  /^```ts\n(?<shown>[\s\S]*?)^```$|^```text\n(?<output>[\s\S]*?)^```$|^<!-- (?<kind>program|code)(?: (?<section>[\w-]+) |\n(?<inside>[\s\S]*?)^)-->$/gm;

/** The code of a section of the page in test/docs/hidden. */
async function hiddenCode(path: string, section: string): Promise<string> {
  const page = await readFile(new URL(`test/docs/hidden/${basename(path)}`, repository), 'utf8');
  const [, code] = new RegExp(`^## ${section}\n\n\`\`\`ts\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  if (code === undefined) throw new Error(`test/docs/hidden/${basename(path)} has no section ${section}`);
  return code;
}

/**
 * Reads the code of a page. Code that begins with a file's name is that file. The rest makes up programs.
 *
 * @param path of the page in the repository
 * @param parent the folder that its own is to be in
 */
export async function readPageCode(path: string, parent: string): Promise<PageCode> {
  const markdown = await readFile(new URL(path, repository), 'utf8');
  const files = new Map<string, string>();
  const programs: { code: string; output?: string }[] = [{ code: '' }];
  for (const { groups: { shown, output, kind, section, inside = '' } = {} } of markdown.matchAll(CODE)) {
    const hidden = section === undefined ? inside : await hiddenCode(path, section);
    const name = /^\/\/ ([\w.-]+\.ts)\n/.exec(shown ?? hidden)?.[1];
    const program = programs.at(-1) ?? { code: '' };
    if (output !== undefined) Object.assign(program, { output });
    else if (name !== undefined) files.set(name, shown ?? hidden);
    else if (kind === 'program') programs.push({ code: hidden });
    else program.code += `\n${shown ?? hidden}`;
  }
  const printed = new Map<string, string>();
  const full = programs.filter(({ code }) => code.trim() !== '');
  for (const [index, { code, output }] of full.entries()) {
    const file = `program-${index + 1}.ts`;
    files.set(file, `${code}\nexport {};\n`);
    if (output !== undefined) printed.set(file, output);
  }
  const folder = join(parent, basename(path, '.md'));
  const showsCode = /^```ts$/m.test(markdown);
  return {
    path,
    folder,
    showsCode,
    programs: full.map((_, index) => `program-${index + 1}.ts`),
    printed,
    files,
  };
}
