import { type Command, Option } from 'commander';
import { isToken, parseOrigin } from '../../base/http.js';
import { UsageError } from '../terminal/failures.js';

/** An option that can be given several times. */
export class RepeatableOption extends Option {}

/**
 * Refuses a second value of any other option. The last one would win silently, for example an address that a script adds.
 *
 * @throws UsageError while the command line is parsed
 */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option instanceof RepeatableOption) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new UsageError(`${option.long} is given twice. Give it once.`);
      isGiven = true;
    });
  }
}

/** Parses the value of an option. @throws UsageError */
type OptionParser<Value> = (text: string) => Value;

export function parseWholeNumber(
  option: string,
  max = Number.MAX_SAFE_INTEGER,
  min = 0,
): OptionParser<number> {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`${option} takes an integer from ${min} to ${max}, not "${text}".`);
  };
}

/** A time as it was given, and in milliseconds. */
export interface TimeSpan {
  readonly text: string;
  readonly ms: number;
}

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Days. Node ends timers longer than 2^31 ms at once. */
const MAX_DAYS = 24;

export function parseTimeSpan(option: string): OptionParser<TimeSpan> {
  return (text) => {
    const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
    const ms = Number(number) * (DURATION_UNITS[unit] ?? Number.NaN);
    if (ms > 0 && ms <= MAX_DAYS * 86_400_000) return { text, ms };
    throw new UsageError(
      `${option} takes a time such as 90s, 30m, 2h or 1d, and at most ${MAX_DAYS}d, not "${text}".`,
    );
  };
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A date, or a time with its zone, in milliseconds since 1970. Without a zone it would differ from machine to machine. */
export function parseMoment(option: string): OptionParser<number> {
  return (text) => {
    const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
    const day = text.slice(0, 10);
    // Node reads 30 February as 2 March.
    if (!Number.isNaN(ms) && new Date(day).toISOString().startsWith(day)) return ms;
    throw new UsageError(`${option} takes a time such as 2026-11-01T09:00:00Z or 2026-11-01, not "${text}".`);
  };
}

/** Letters are counted as the service does: by code points. */
export function parseLongText(option: string, letters: number): OptionParser<string> {
  return (text) => {
    if ([...text.trim()].length >= letters) return text;
    throw new UsageError(`${option} takes a text of at least ${letters} characters.`);
  };
}

/** Keeps the address exactly as given, because registered addresses are compared letter by letter. */
export function parseAddress(option: string, scheme: RegExp, sample: string): OptionParser<string> {
  return (text) => {
    if (URL.canParse(text) && scheme.test(text)) return text;
    throw new UsageError(`${option} takes an address such as ${sample}, not "${text}".`);
  };
}

/** Parses the origin of pages, as browsers send it. */
export function parsePageOrigin(option: string): OptionParser<string> {
  return (text) => {
    const origin = parseOrigin(text);
    if (origin !== undefined) return origin;
    throw new UsageError(`${option} takes an origin such as https://shop.example, not "${text}".`);
  };
}

/** Its message doesn't repeat what was given. */
export function parseSandboxToken(option: string): OptionParser<string> {
  return (text) => {
    if (isToken(text)) return text;
    throw new UsageError(`${option} takes 1 to 200 letters, digits and .-_~.`);
  };
}

/** Makes an option whose values are separated by commas. If it is repeated, it adds to them. */
export function listOption(flags: string, description: string): Option {
  const option = new RepeatableOption(flags, description);
  return option.argParser((text, before: readonly string[] | false | undefined) => {
    const values = text.split(',').map((value) => value.trim());
    if (values.includes(''))
      throw new UsageError(`${option.long} takes names separated by commas, not "${text}".`);
    return [...new Set([...(before || []), ...values])];
  });
}

/** Makes an option whose value is a text that is not empty. */
export function textOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((text) => requireText(option, text));
}

/** The same for an option that can be repeated: it has all values, each once. */
export function repeatableOption(flags: string, description: string): Option {
  const option = new RepeatableOption(flags, description);
  return option.argParser((text, before: readonly string[] = []) => [
    ...new Set([...before, requireText(option, text)]),
  ]);
}

function requireText({ long }: Option, text: string): string {
  if (text !== '') return text;
  throw new UsageError(`${long} takes a non-empty string.`);
}
