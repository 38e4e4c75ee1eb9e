import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SaxesParser } from 'saxes';

/** What reads the files of a format and is not ours: a library of this process, or a program. */
export interface Judge {
  /** As the table of docs/locale-files.md names it. */
  readonly name: string;
  /** The command, where it is a program: `.ci/run` installs it. @default it is a library */
  readonly command?: string;
  /** @throws Error when it can't read the file */
  readonly read: (text: string) => unknown;
}

export const makeParser = (name: string, read: (text: string) => unknown): Judge => ({ name, read });

/**
 * A program that reads the file whose path is its last argument, and fails where it can't.
 *
 * @param fileName of the file that it gets, since some programs look at the ending
 * @param found what it prints of a file that it could read, where it never fails
 */
export function makeProgram(
  name: string,
  [command = '', ...args]: readonly string[],
  fileName: string,
  found = /(?:)/,
): Judge {
  const read = (text: string): void => {
    const folder = mkdtempSync(join(tmpdir(), 'judge-'));
    try {
      const path = join(folder, fileName);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const { status, stdout, stderr } = spawnSync(command, [...args, path], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (status !== 0 || !found.test(stdout)) throw new Error(`${name}: ${stderr}${stdout}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return { name, command, read };
}

/** Those of every format in XML. */
export const XML_JUDGES: readonly [Judge, ...Judge[]] = [
  makeParser('saxes', (text) => new SaxesParser().write(text).close()),
  makeProgram('xmllint', ['xmllint', '--noout'], 'file.xml'),
];
