/** A UTF-16 code unit as an escape of four digits, such as `\u00e9`. @param mark the letter after the backslash */
export const unicodeEscape = (unit: string, mark = 'u'): string =>
  `\\${mark}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
