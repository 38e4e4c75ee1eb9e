import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { readFields } from '../../base/kinds.js';
import { InputError } from '../../index.js';
import type { LocaleFormat } from '../../locale-files.js';
import { CommandError, readMessage, UsageError } from '../terminal/failures.js';

const OPTION = '--format-module';

/** What a format must have, with what a message says of each. */
const FORMAT_RULES: Readonly<Record<string, readonly [z.ZodMiniType, string]>> = {
  name: [z.string().check(z.minLength(1)), 'a name'],
  extensions: [
    z.array(z.string().check(z.regex(/^\../))).check(z.minLength(1)),
    'extensions, a list of endings such as ".json"',
  ],
  isBilingual: [z.boolean(), 'isBilingual, true or false'],
  read: [z.custom((value) => typeof value === 'function'), 'a method read'],
};

/**
 * Imports the format that a person has named on the command line. It is code that runs, so a project file can't name one.
 *
 * @throws UsageError when it can't be loaded, or exports no format
 */
export async function importFormat(path: string, folder: string): Promise<LocaleFormat> {
  const { href } = pathToFileURL(resolve(folder, path));
  const loaded: unknown = await import(/* @vite-ignore */ href).catch((error: unknown) => {
    throw new UsageError(`${OPTION}: ${path} can't be loaded: ${readMessage(error)}`);
  });
  const format: unknown =
    Reflect.get(readFields(loaded), 'default') ?? Reflect.get(readFields(loaded), 'format');
  if (typeof format !== 'object' || format === null)
    throw new UsageError(`${OPTION}: ${path} must export a format, as its default or by the name "format".`);
  const missing = Object.entries(FORMAT_RULES).filter(
    ([name, [rule]]) => !rule.safeParse(Reflect.get(format, name)).success,
  );
  if (missing.length > 0)
    throw new UsageError(
      `${OPTION}: the format in ${path} must have ${missing.map(([, [, text]]) => text).join('; ')}.`,
    );
  return reportErrors(format as LocaleFormat, path); // just checked
}

/** Names the module in errors of its format: they are not mistakes of this program. */
function reportErrors(format: LocaleFormat, path: string): LocaleFormat {
  return {
    ...format,
    read(text, context) {
      try {
        const document = format.read(text, context);
        if (!Array.isArray(document.root.parts)) throw new TypeError('the root has no parts');
        return document;
      } catch (error) {
        if (error instanceof InputError) throw error;
        throw new CommandError(`${OPTION}: ${path} failed to read a file: ${readMessage(error)}`);
      }
    },
  };
}
