import { UsageError } from './io.js';

/** Parses the value of an option. @throws UsageError */
type OptionParser<Value> = (text: string) => Value;

export function wholeNumber(option: string, max = Number.MAX_SAFE_INTEGER, min = 0): OptionParser<number> {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`${option} takes an integer from ${min} to ${max}, not "${text}".`);
  };
}

export function nonEmpty(option: string): OptionParser<string> {
  return (text) => {
    if (text !== '') return text;
    throw new UsageError(`${option} takes a non-empty string.`);
  };
}

/** Keeps the address exactly as given, because registered addresses are compared letter by letter. */
export function address(option: string, scheme: RegExp, sample: string): OptionParser<string> {
  return (text) => {
    if (URL.canParse(text) && scheme.test(text)) return text;
    throw new UsageError(`${option} takes an address such as ${sample}, not "${text}".`);
  };
}

/** Parses values separated by commas. An option that is repeated adds to them. */
export function list(
  option: string,
): (text: string, before: readonly string[] | undefined) => readonly string[] {
  return (text, before = []) => {
    const values = text.split(',').map((value) => value.trim());
    if (values.includes(''))
      throw new UsageError(`${option} takes names separated by commas, not "${text}".`);
    return [...new Set([...before, ...values])];
  };
}
