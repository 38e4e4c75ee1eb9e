import type { Stats } from 'node:fs';
import * as z from 'zod/mini';
import { nameKind } from '../../base/kinds.js';
import { suggestName } from '../../base/names.js';
import { catchCodes, readErrorCode, readRegularFile } from '../../command-internals.js';
import { type LocaleFormatName, localeFormats } from '../../locale-files.js';
import { readMessage, UsageError } from '../terminal/failures.js';
import { ProjectFolder } from './project-folder.js';
import { filledText, textRules } from './text-rules.js';

/** The name of the project file. */
export const PROJECT_FILE = 'translation-requester.json';

/** Where editors find the schema of the project file, from its folder. */
export const PROJECT_SCHEMA = './node_modules/translation-requester/src/command/plan/project.schema.json';

/** The names of formats that the project file and the command line take. The type of Object.keys has no names. */
export const FORMAT_NAMES = Object.keys(localeFormats) as readonly LocaleFormatName[];

/** Bytes. */
const MAX_PROJECT_FILE_SIZE = 2 ** 20;

const languageList = z.array(filledText).check(z.minLength(1));
const format = z.enum(FORMAT_NAMES);
const target = z.string().check(z.regex(/\{language\}/));

/** The rules of the project file. project.schema.json has the same rules for editors. */
const ProjectFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.optional(filledText),
  url: z.optional(filledText),
  from: z.optional(filledText),
  to: z.optional(languageList),
  files: z.optional(
    z.array(
      z.strictObject({
        source: filledText,
        target: z.optional(target),
        format: z.optional(format),
        ...textRules,
      }),
    ),
  ),
  ...textRules,
  using: z.optional(z.enum(['simple', 'project'])),
  maxPoints: z.optional(z.int().check(z.minimum(0))),
  description: z.optional(filledText),
});

/** The content of the project file. */
export type ProjectFile = z.infer<typeof ProjectFileSchema>;

/** A locale file of the project. */
export type ProjectSource = NonNullable<ProjectFile['files']>[number];

const FIELD_NAMES = [...Object.keys(ProjectFileSchema.shape), 'source', 'target', 'format'];

/**
 * Reads the project file of a folder; empty if there is none.
 *
 * @throws UsageError when it is not valid
 */
export async function readProjectFile(folder: string): Promise<ProjectFile> {
  const path = await new ProjectFolder(folder).resolveFile(
    { path: PROJECT_FILE, isNamed: false },
    PROJECT_FILE,
  );
  const content = await catchCodes(['ENOENT'], readRegularFile(path, { check: checkProjectFileSize })).catch(
    (error) => {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${PROJECT_FILE} can't be read (${readErrorCode(error) ?? readMessage(error)}).`);
    },
  );
  return content === undefined ? {} : parseProject(content.toString());
}

function checkProjectFileSize({ size }: Stats): void {
  if (size > MAX_PROJECT_FILE_SIZE)
    throw new UsageError(`${PROJECT_FILE} has more than ${MAX_PROJECT_FILE_SIZE / 2 ** 20} MiB.`);
}

/** @throws UsageError that names everything that is wrong */
export function parseProject(content: string): ProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${PROJECT_FILE} is not JSON: ${readMessage(error)}.`);
  }
  const { data, error } = ProjectFileSchema.safeParse(value);
  if (data !== undefined) return data;
  const wrong = error.issues.map(describeIssue).join('; ');
  throw new UsageError(`${PROJECT_FILE}: ${wrong}${wrong.endsWith('?') ? '' : '.'}`);
}

type ZodIssue = z.core.$ZodIssue;

function describeIssue(issue: ZodIssue): string {
  const path = issue.path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('');
  const place = path === '' ? 'the file' : path;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${place} has no "${key}"${suggestField(key)}`).join('; ');
    case 'invalid_value':
      return `${place} must be ${issue.values.join(' or ')}`;
    case 'invalid_format':
      return `${place} must have {language} in it, such as locales/{language}.json`;
    case 'custom':
      return `${place} ${issue.message}`;
    case 'invalid_type':
      return `${place} must be ${nameKind(issue.expected)}`;
    default:
      return `${place} must not be empty or below 0`;
  }
}

function suggestField(key: string): string {
  const question = suggestName(key, FIELD_NAMES);
  return question === undefined ? '' : `; ${question}`;
}
