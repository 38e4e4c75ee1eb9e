import { unicodeEscape } from '../../../base/texts.js';
import { Document } from './parsers.js';

/** How a text stands in a file of YAML. */
export interface ScalarStyle {
  readonly type: 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED' | undefined;
  /** The text as the file has it. */
  readonly raw: string;
  /** In brackets or braces. */
  readonly inFlow: boolean;
  /** Whether Ruby reads the file, which takes `:word` for a symbol. */
  readonly isRubys: boolean;
  readonly lineEnding: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: YAML takes these for line ends, or does not allow them
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u;
const UNESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
/**
 * What some reader of YAML takes for a value that is not a text, beyond the rules of YAML: `yEs` and `1,000` in Ruby, `=` in
 * Python.
 */
const OTHER_KIND = /^(?:y|n|yes|no|true|false|on|off|null|nan|inf|=|[-+\d.,:_]+)$/i;

/**
 * Writes a text in the style that another text has in the file, or in double quotes when that style can't hold it. The library's
 * `CST.setScalarValue` writes `true` and `123` without quotes, and lines without their indentation and CRLF.
 */
export function encodeScalar(value: string, style: ScalarStyle): string {
  const { type } = style;
  if (type === 'PLAIN' && isPlainScalar(value, style)) return value;
  if (type === 'QUOTE_SINGLE' && !CONTROL.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const inBlock = isBlock(value) ? encodeBlock(value, style) : undefined;
  return inBlock ?? JSON.stringify(value).replace(UNESCAPED, (letter) => unicodeEscape(letter));
}

/** Whether a text needs no quotes: the library writes it without, for YAML 1.1 too. */
function isPlainScalar(value: string, { inFlow, isRubys }: ScalarStyle): boolean {
  if (CONTROL.test(value) || OTHER_KIND.test(value) || (isRubys && value.startsWith(':'))) return false;
  SAMPLE_DOCUMENT.set('a', value);
  return inFlow
    ? SAMPLE_DOCUMENT.toString(FLOW) === `{ a: ${value} }\n`
    : SAMPLE_DOCUMENT.toString(BLOCK) === `a: ${value}\n`;
}

/** The library's own decision takes a document. Making one for each text would take three times as long. */
const SAMPLE_DOCUMENT = new Document({ a: '' }, { compat: 'yaml-1.1' });
const BLOCK = { lineWidth: 0, collectionStyle: 'block' } as const;
const FLOW = { lineWidth: 0, collectionStyle: 'flow' } as const;

/** Whether a text can stand in lines of its own, without an indicator of its indentation. */
const isBlock = (value: string): boolean =>
  !CONTROL.test(value.replaceAll('\n', '')) && /^[^\s][^\n]*(?:\n|$)/.test(value) && !value.endsWith('\n\n');

/** @returns undefined when the file does not have the text in lines of its own */
function encodeBlock(value: string, { type, raw, lineEnding }: ScalarStyle): string | undefined {
  const [header = '', ...rest] = raw.split('\n');
  const first = rest.find((line) => /[^ \r]/.test(line));
  if ((type !== 'BLOCK_LITERAL' && type !== 'BLOCK_FOLDED') || first === undefined) return undefined;
  const indentation = first.slice(0, first.search(/[^ ]/));
  const lines = value.replace(/\n$/, '').split('\n');
  // Folding would join several lines.
  const mark = type === 'BLOCK_FOLDED' && lines.length === 1 ? '>' : '|';
  const opened = header.trimEnd().replace(/^[|>][-+\d]*/, `${mark}${value.endsWith('\n') ? '' : '-'}`);
  return [opened, ...lines.map((line) => (line === '' ? '' : indentation + line))].join(lineEnding);
}
