/** What a translator keeps as it is: protected parts, tags, entities, placeholders and addresses. */
const KEPT = /(\{\{\{[\s\S]*?\}\}\}|<[^<>]+>|&#?\w+;|https?:\/\/[^\s<>]+|%\{\w+\}|%[sd]|\{\w*\})/;

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' },
  ...{ A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' },
};

/** A text that can be told from its original at a glance: the language in brackets, and accents on the vowels. */
export function pretendTranslation(text: string, languageId: string): string {
  // With a group in the pattern, every second part is one that matched it.
  const parts = text.split(KEPT).map((part, index) => (index % 2 === 1 ? part : accented(part)));
  return `[${languageId}] ${parts.join('')}`;
}

function accented(text: string): string {
  return text.replace(/[aeiou]/gi, (vowel) => ACCENTS[vowel] ?? vowel);
}
