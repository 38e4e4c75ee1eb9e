/** @throws SyntaxError when the text is not JSON */
export function objectOf(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError('The body is not JSON.', { cause });
  }
}

/** The fields of a form of a page. */
export function formOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** @throws RangeError that names the parameter */
export function wholeNumber(name: string, given: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= max) return number;
  throw new RangeError(`\`${name}\` takes a whole number from 0 to ${max}.`);
}

/** @throws TypeError that names the parameter */
export function booleanOf(name: string, given = 'false'): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new TypeError(`\`${name}\` takes true or false.`);
}
