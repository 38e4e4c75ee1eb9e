import { UsageError } from './io.js';

/** Reads the value of an option. */
type OptionParser<Value> = (text: string) => Value;

export function wholeNumber(option: string, max = Number.MAX_SAFE_INTEGER): OptionParser<number> {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    throw new UsageError(`${option} takes an integer from 0 to ${max}, not "${text}".`);
  };
}

export function nonEmpty(option: string): OptionParser<string> {
  return (text) => {
    if (text !== '') return text;
    throw new UsageError(`${option} takes a non-empty string.`);
  };
}

/** An address as it was given: registered ones are compared letter by letter. */
export function address(option: string, scheme: RegExp, sample: string): OptionParser<string> {
  return (text) => {
    if (URL.canParse(text) && scheme.test(text)) return text;
    throw new UsageError(`${option} takes an address such as ${sample}, not "${text}".`);
  };
}

/** Reads values with commas between them; an option that is given again adds to them. */
export function list(
  option: string,
): (text: string, before: readonly string[] | undefined) => readonly string[] {
  return (text, before = []) => {
    const values = text.split(',').map((value) => value.trim());
    if (values.includes(''))
      throw new UsageError(`${option} takes names with commas between them, not "${text}".`);
    return [...new Set([...before, ...values])];
  };
}
