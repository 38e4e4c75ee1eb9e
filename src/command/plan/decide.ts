import type { TextRules } from './text-rules.js';

/** Who can give a setting. The first wins. */
const SETTING_LEVELS = [
  'commandLine',
  'environment',
  // An entry of `files` in the project file.
  'file',
  'project',
  // The command lines of earlier orders.
  'memory',
  // What a source file says about itself, and what its path shows.
  'content',
  'path',
  'standard',
] as const;

type Level = (typeof SETTING_LEVELS)[number];

/** A setting as each level gives it. */
type ByLevel<Value, Name extends Level = Level> = { readonly [Each in Name]?: Value | undefined };

/** A setting, and who gave it. */
interface DecidedSetting<Value, Name extends Level = Level> {
  readonly value: Value;
  readonly by: Name;
}

/** Decides whose setting wins. Nothing else in the command compares levels. */
export function decide<Value, Name extends Level>(
  given: ByLevel<Value, Name> & { readonly standard: Value },
): DecidedSetting<Value, Name | 'standard'>;
export function decide<Value, Name extends Level>(
  given: ByLevel<Value, Name>,
): DecidedSetting<Value, Name> | undefined;
export function decide<Value>(given: ByLevel<Value>): DecidedSetting<Value> | undefined {
  for (const by of SETTING_LEVELS) {
    const value = given[by];
    if (value !== undefined) return { value, by };
  }
  return undefined;
}

/** Decides each rule of the texts on its own. */
export function decideRules({
  commandLine,
  file,
  project,
  memory,
}: ByLevel<TextRules, 'commandLine' | 'file' | 'project' | 'memory'>): TextRules {
  const decideRule = <Name extends keyof TextRules>(name: Name): TextRules[Name] =>
    decide({
      commandLine: commandLine?.[name],
      file: file?.[name],
      project: project?.[name],
      memory: memory?.[name],
    })?.value;
  return {
    protect: decideRule('protect'),
    terms: decideRule('terms'),
    ignore: decideRule('ignore'),
    notes: decideRule('notes'),
  };
}
