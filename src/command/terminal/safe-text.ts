import { makePrintable, unicodeEscape } from '../../base/texts.js';

/** Styles of text on a terminal. */
export type Paint = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red';

/** A text in a style. */
interface Painted {
  readonly paint: Paint;
  readonly text: string;
}

/**
 * A text that is safe to print. Names, texts of the service and of files can have sequences in them that change a terminal, so
 * nothing else is printed. `say`, `paintText` and `sayLines` make one.
 */
export class SafeText {
  readonly #parts: readonly (string | Painted)[];

  /** @internal */
  constructor(parts: readonly (string | Painted | SafeText)[]) {
    this.#parts = parts.flatMap((part) => (part instanceof SafeText ? part.#parts : [part]));
  }

  /** @param paint colours a part of it @default no colours */
  print(paint: (paint: Paint, text: string) => string = (_, text) => text): string {
    return this.#parts
      .map((part) => (typeof part === 'string' ? part : paint(part.paint, part.text)))
      .join('');
  }
}

/** A tag: the values become one line each, without control characters. Texts among them stay as they are. */
export function say(
  literals: TemplateStringsArray,
  ...values: readonly (string | number | SafeText)[]
): SafeText {
  const parts = values.map((value) => (value instanceof SafeText ? value : makePrintable(String(value))));
  return new SafeText(literals.flatMap((literal, at) => [literal, ...parts.slice(at, at + 1)]));
}

/** Makes a line in a style. */
export function paintText(paint: Paint, text: string | number): SafeText {
  return new SafeText([{ paint, text: makePrintable(String(text)) }]);
}

/** Makes text of several lines. Only its line breaks stay. */
export function sayLines(text: string): SafeText {
  return new SafeText([text.split('\n').map(makePrintable).join('\n')]);
}

/** Makes JSON on one line, from which nothing is lost. */
export function sayJson(value: unknown): SafeText {
  return new SafeText([escapeJson(JSON.stringify(value))]);
}

/** Escapes more of JSON than it must: what could change a terminal, and what a CI would run as a command. */
function escapeJson(json: string): string {
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu, (character) =>
    character
      .split('')
      .map((unit) => unicodeEscape(unit))
      .join(''),
  );
}
