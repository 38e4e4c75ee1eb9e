/** A part of a text, as places in it: from the first up to, but not including, the second. */
export type Range = readonly [from: number, to: number];

/** The beginning of a plural or a select: everything up to the brace of its first message. */
const BEGINNING = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,\s*(?:offset:\d+\s*)?[\w=-]+\s*\{/y;
/** What stands between two messages of a plural or a select. */
const NEXT = /\}\s*[\w=-]+\s*\{/y;
const END = /\}\s*\}/y;
/** An argument, with its format. */
const ARGUMENT = /\{\s*[\w.-]+\s*(?:,[^{}]*)?\}/y;
/** Text in apostrophes is no syntax. */
const QUOTED = /'[{}#|][^']*(?:'|$)/y;
const TAG = /<\/?[\w-]+\s*\/?>/y;

/**
 * The syntax of an ICU message: arguments, tags, and of plurals and selects all but the messages in them, which are to
 * be translated.
 */
export function icuSyntax(text: string): Range[] {
  const found: Range[] = [];
  /** For each open plural or select, where it began in `found`. */
  const open: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > 0) found.push([at, at + length]);
    at += length;
    return length > 0;
  };
  const skip = (pattern: RegExp): boolean => {
    if (!take(pattern)) return false;
    found.pop();
    return true;
  };
  while (at < text.length) {
    const isOpen = open.length > 0;
    if (skip(QUOTED) || take(ARGUMENT) || take(TAG) || (isOpen && take(NEXT))) continue;
    if (take(BEGINNING)) open.push(found.length - 1);
    else if (isOpen && take(END)) open.pop();
    else if (isOpen && text[at] === '#') found.push([at, ++at]);
    else at += 1;
  }
  // What was begun and never ended is no message: its braces are text.
  return open[0] === undefined
    ? found
    : [...found.slice(0, open[0]), ...plainArguments(text, found, open[0])];
}

/** Of the syntax after an unfinished beginning, only what stands for itself. */
function plainArguments(text: string, found: readonly Range[], from: number): Range[] {
  return found.slice(from).filter(([start, end]) => /^\{[^{}]*\}$|^</.test(text.slice(start, end)));
}
