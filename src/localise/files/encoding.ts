/** How the letters of a file are encoded, by the name that Node has for it. */
export type LocaleEncoding = 'utf8' | 'utf16le' | 'latin1';

/** The text of a file, and how it was encoded. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: LocaleEncoding;
}

/** @throws TypeError when the file is neither UTF-8 nor in one of the other encodings */
export function decode(bytes: Buffer, allowed: readonly LocaleEncoding[] = []): DecodedText {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  if (mark === 0xfffe && allowed.includes('utf16le') && bytes.length % 2 === 0)
    return { text: bytes.toString('utf16le'), encoding: 'utf16le' };
  if (mark === 0xfffe || mark === 0xfeff) throw new TypeError('UTF-16');
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: 'utf8',
    };
  } catch (error) {
    if (!allowed.includes('latin1')) throw error;
    return { text: bytes.toString('latin1'), encoding: 'latin1' };
  }
}

/** A text that an encoding can hold. @param escapeLetter writes a letter that it lacks, or refuses it */
export const fitEncoding = (
  text: string,
  encoding: LocaleEncoding,
  escapeLetter: (letter: string) => string,
): string => (encoding === 'latin1' ? text.replace(/[^\0-\xff]/gu, escapeLetter) : text);
