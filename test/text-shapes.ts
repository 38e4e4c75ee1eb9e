import { cost, growth, LINEAR } from './growth.js';

/** What texts are made of: what begins, ends, separates, quotes, escapes or names something in any grammar that the library reads. */
const LETTERS = [...' \t\naAé0_-.,;:/|=+?!"\'`\\<>()[]{}%$#@&*~🙂', '\ud800', '\r\n'];
const MARKUP = [
  '<a',
  '</',
  '/>',
  '<a b="',
  "<a b='",
  '<a b=c ',
  ' b',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&#',
];
const BRACES = [
  '{{',
  '{{{',
  '}}',
  '}}}',
  '{a',
  '{a,',
  "'{",
  '{n, plural, one {',
  '{n, select, other {',
  '} other {',
];
const SPECIFIERS = ['%(', '%{', '%<', '%1$', '%a', '$t(', '@:', '@:(', '\\u', '\\n'];
const ADDRESSES = ['a@', 'a.', 'a/', '/a', '://', 'http://', '/*', '*/', '//'];
const WORDS = [
  '=0, ',
  '[=0, ',
  'nplurals=',
  'plural=',
  'Language:',
  'charset=',
  '""',
  "''",
  '_one',
  '_comment',
];
const PARTS = [LETTERS, MARKUP, BRACES, SPECIFIERS, ADDRESSES, WORDS].flat();

/** What ends that which a part begins. */
const ENDS: Readonly<Record<string, string>> = {
  '<': '>',
  '{': '}',
  '(': ')',
  '[': ']',
  '&': ';',
  '/': '*/',
};

const findEnd = (part: string): string => ENDS[part.match(/[<{([&/]/)?.[0] ?? ''] ?? part;

/** A text whose length grows with the number. */
export interface TextShape {
  readonly name: string;
  readonly make: (length: number) => string;
}

/**
 * Shapes of text: each part alone, and each pair of parts in turn, one after the other many times, and one once around the other
 * many times.
 */
export function listShapes(): readonly TextShape[] {
  const repeat = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
  return PARTS.flatMap((first) => [
    { name: JSON.stringify([first]), make: (length: number) => repeat(first, length) },
    ...PARTS.filter((second) => second !== first).flatMap((second) => [
      { name: JSON.stringify([first + second]), make: (length: number) => repeat(first + second, length) },
      {
        name: JSON.stringify([first, second]),
        make: (length: number) => repeat(first, length / 2) + repeat(second, length / 2),
      },
      {
        name: JSON.stringify({ begin: first, often: second, end: findEnd(first) }),
        make: (length: number) => first + repeat(second, length) + findEnd(first),
      },
    ]),
  ]);
}

/** Lengths at which a shape is tried. From the first to the last, quadratic time grows 4,096 times, and linear time 64 times. */
const LENGTHS = [2 ** 8, 2 ** 11, 2 ** 14] as const;
/** How many times the linear time may be taken. */
const BUDGET = 10;
/** Milliseconds that are measured as the least: a clock and a compiler need some. */
const LEAST = 0.05;

/** How often a shape has to be slow: some run is, while garbage is collected or the machine is busy. */
const TRIES = 4;

/** Whether some work takes more than ten times the time that would be linear to its shortest text, at any of the lengths. */
async function isSuspect(make: TextShape['make'], work: (text: string) => unknown): Promise<boolean> {
  const [shortest] = LENGTHS;
  const short = make(shortest);
  await work(short);
  for (const length of LENGTHS) {
    const text = make(length);
    let isSlow = true;
    for (let attempt = 0; attempt < TRIES && isSlow; attempt += 1) {
      const base = Math.max(LEAST, await cost(() => work(short)));
      isSlow = (await cost(() => work(text))) > (BUDGET * base * length) / shortest;
    }
    if (isSlow) return true;
  }
  return false;
}

/**
 * Lists the shapes for which some work takes time that grows faster than the text. What is suspect is
 * measured until it is certain.
 */
export async function findFastGrowth(
  work: (text: string) => unknown,
  shapes: readonly TextShape[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, make } of shapes)
    if ((await isSuspect(make, work)) && (await growth(make, work)) >= LINEAR) found.push(name);
  return found;
}
