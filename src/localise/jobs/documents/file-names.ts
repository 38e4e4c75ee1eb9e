import { isDeviceName } from '../../../base/names.js';

/** Bytes. Most systems take names of 255; with these and an ending, a name can still get longer, such as by `.part`. */
const LONGEST_STEM = 180;
const LONGEST_LANGUAGE = 35;
/** What some systems do not take in a name, or take for a part of a path. */
const UNUSUAL_IN_NAME = /[\p{C}\\/<>:"|?*]/gu;

/**
 * The name of the file of each language: `menu.docx` becomes `menu.ja.docx`. They are names and never paths, are usable on
 * every system, and differ in more than upper and lower case, whatever the document and the languages are called.
 */
export function nameFiles(filename: string, languages: readonly string[]): readonly string[] {
  const name = filename.split(/[\\/]/).at(-1) ?? '';
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z]{1,8})?$/is.exec(name) ?? [];
  const plain =
    cutToBytes(stem.replace(UNUSUAL_IN_NAME, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, ''), LONGEST_STEM) ||
    'document';
  const safe = isDeviceName(plain) ? `_${plain}` : plain;
  const taken = new Set<string>();
  return languages.map((language) => {
    const code = cutToBytes(language.replace(/[^\w-]/g, '_'), LONGEST_LANGUAGE) || '_';
    for (let number = 1; ; number += 1) {
      const result = `${safe}.${code}${number === 1 ? '' : `-${number}`}${ending}`;
      if (taken.has(result.toLowerCase())) continue;
      taken.add(result.toLowerCase());
      return result;
    }
  });
}

function cutToBytes(text: string, bytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}
