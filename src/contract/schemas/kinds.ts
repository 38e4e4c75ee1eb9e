/** The kind of a value, never the value itself. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'number')
    return Number.isInteger(value) ? 'an integer' : 'a number that is not an integer';
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The kind with its measure, for rules about lengths and ranges. */
export function measureOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') {
    return value.trim() === '' ? 'white space' : `a string of ${[...value].length} characters`;
  }
  if (typeof value === 'number' && Number.isInteger(value)) {
    if (value < 1) return 'an integer below 1';
    return Number.isSafeInteger(value) ? 'a larger integer' : 'an integer beyond the safe range';
  }
  return kindOf(value);
}
