import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));

/** Compiles programs in a folder. @returns what the compiler complains about, the declarations included */
export function complaints(
  folder: string,
  sources: readonly string[],
  extension: 'mts' | 'cts',
  options: ts.CompilerOptions,
): string[] {
  const files = sources.map((source, index) => {
    const file = join(folder, `program-${index}.${extension}`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Every declaration is checked but those of the compiler itself.
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    typeRoots: [types],
    ...options,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
