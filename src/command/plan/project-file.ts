import * as z from 'zod/mini';
import { nameKind } from '../../base/kinds.js';
import { suggestName } from '../../base/names.js';
import {
  catchCodes,
  describeJsonMistake,
  FORMAT_NAMES,
  JSON_SHAPES,
  readErrorCode,
  readRegularFile,
} from '../../command-internals.js';
import { readMessage, UsageError } from '../terminal/failures.js';
import { PROJECT_FILE } from './project-file-name.js';
import { ProjectFolder } from './project-folder.js';
import { filledText, textRules } from './text-rules.js';

/** Where editors find the schema of the project file, from its folder. */
export const PROJECT_SCHEMA = './node_modules/translation-requester/src/command/plan/project.schema.json';

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
  languages: z.optional(z.record(filledText, filledText)),
  files: z.optional(
    z.array(
      z.strictObject({
        source: filledText,
        target: z.optional(target),
        format: z.optional(format),
        shape: z.optional(z.enum(JSON_SHAPES)),
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

const FIELD_NAMES = [...Object.keys(ProjectFileSchema.shape), 'source', 'target', 'format', 'shape'];

/** Finds the real path of the project file of a folder. @throws UsageError when it is outside the folder */
export const findProjectFile = (folder: string): Promise<string> =>
  new ProjectFolder(folder).resolveFile({ path: PROJECT_FILE, isNamed: false }, PROJECT_FILE);

/**
 * Reads the project file of a folder; empty if there is none.
 *
 * @throws UsageError when it is not valid
 */
export async function readProjectFile(folder: string): Promise<ProjectFile> {
  const read = readRegularFile(await findProjectFile(folder), {
    check({ size }) {
      if (size > MAX_PROJECT_FILE_SIZE)
        throw new UsageError(`${PROJECT_FILE} has more than ${MAX_PROJECT_FILE_SIZE / 2 ** 20} MiB.`);
    },
  });
  const content = await catchCodes(['ENOENT'], read).catch((error) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${PROJECT_FILE} can't be read (${readErrorCode(error) ?? readMessage(error)}).`);
  });
  return content === undefined ? {} : parseProject(content.toString());
}

/** @throws UsageError that names everything that is wrong */
export function parseProject(content: string): ProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new UsageError(`${PROJECT_FILE}:${describeJsonMistake(content)}.`);
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
      return issue.keys
        .flatMap((key) => [`${place} has no "${key}"`, suggestName(key, FIELD_NAMES)])
        .filter((part) => part !== undefined)
        .join('; ');
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
