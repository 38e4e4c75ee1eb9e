import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('cli.js', import.meta.resolve('translation-requester')));

/** The folder of an application, and the command in it. */
export function openFolder(path: string, service: string) {
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  };
  return {
    path,
    write,
    writeJson: (name: string, value: unknown): Promise<void> =>
      write(name, `${JSON.stringify(value, null, 2)}\n`),
    /** Reads one text, by its path with dots. */
    async readJson(name: string, key: string): Promise<unknown> {
      let value: unknown = JSON.parse(await readFile(join(path, name), 'utf8'));
      for (const part of key.split('.')) value = Object(value)[part];
      return value;
    },
    /** Runs what a person types after `npx translation-requester`. @returns all that it prints */
    run(...words: readonly string[]): Promise<string> {
      console.log(`$ translation-requester ${words.join(' ')}`);
      const options = ['--sandbox', '--url', service];
      return new Promise((resolve, reject) => {
        execFile(process.execPath, [PROGRAM, ...words, ...options], { cwd: path }, (error, out, err) => {
          // 4: some translations have issues, which the next lines of the story are about.
          if (error === null || error.code === 4) resolve(out + err);
          else reject(new Error(`${words.join(' ')}: ${err}`, { cause: error }));
        });
      });
    },
  };
}
