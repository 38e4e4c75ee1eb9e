import fc from 'fast-check';
import { makeProgram } from './judges.js';
import { filled, many, nest, type Sample, word } from './sample.js';

const inApostrophes = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const inQuotes = (text: string): string => `"${text.replace(/[\\"$]/g, '\\$&')}"`;
const wrap = (inner: string): string => `<?php\n\nreturn [\n${inner}];\n`;
const render = (value: object): string =>
  Object.entries(value)
    .map(([name, inner]) =>
      typeof inner === 'string'
        ? `    // On a page\n    '${name}' => ${inApostrophes(inner)},\n`
        : `    '${name}' => [\n${render(inner)}    ],\n`,
    )
    .join('');

const files = fc
  .array(
    fc.record({
      text: filled(word),
      isQuoted: fc.boolean(),
      comment: fc.constantFrom(
        '',
        '// a, note\n',
        '# a note\n',
        "/* 'a' */ ",
        '/**\n * two\n */\n',
        '// a\n\n// b\n',
      ),
      after: fc.constantFrom('', ' // behind', ' /* ] */', ' # ,'),
      kind: fc.constantFrom('text', 'joined', 'call', 'list', 'array', 'old array'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((items) =>
    fc.record({
      items: fc.constant(items),
      comma: fc.constantFrom('', ','),
      code: fc.constantFrom(
        'return ARRAY;',
        '$lang = ARRAY; return $lang;',
        'return array_merge($lang ?? [], ARRAY);',
        'if (empty($lang)) { $lang = array(); } $lang = array_merge($lang, ARRAY);',
      ),
    }),
  )
  .map(({ items, comma, code }) => {
    const members = items.map(({ text, isQuoted, comment, after, kind }, at) => {
      const own = isQuoted ? inQuotes(text) : inApostrophes(text);
      const value = {
        text: own,
        joined: `'a' . ${own}`,
        call: `trans(${own})`,
        list: `[${own}, 'b',]`,
        array: `['in' => ${own},]`,
        'old array': `array('in' => ${own})`,
      }[kind];
      return `\n  ${comment}${isQuoted ? `"key ${at}"` : `'key${at}'`} => ${value}${after}\n`;
    });
    const array = `[${members.join(',')}${comma} // end\n]`;
    return `<?php\n\ndeclare(strict_types=1);\n\n// head\n${code.replace('ARRAY', () => array)}\n`;
  });

/** A sample of the format `php`. */
export const phpSample: Sample = {
  source: 'lang/en/app.php',
  target: (language) => `lang/${language}/app.php`,
  write: (texts) => wrap(render(nest(texts))),
  judges: [makeProgram('php', ['php', '--syntax-check'], 'app.php')],
  random: [{ files }],
  isTakenWhole: (file) => /=> \['/.test(file) || /=> \["/.test(file),
  growing: {
    texts: (size) => wrap(many(size / 16, (at) => `'k${at}' => 'x', `)),
    'what is no text': (size) => wrap(many(size / 16, (at) => `'k${at}' => $x, `)),
    comments: (size) => wrap(`${'/**/'.repeat(size / 8)}${'//\n'.repeat(size / 8)} 'a' => 'x'`),
    'comments of one text': (size) => wrap(`\n${'// a\n'.repeat(size / 8)}'a' => 'x'`),
    'comments behind a text': (size) => wrap(`'a' => 'x' ${'/**/'.repeat(size / 8)}, 'b' => 'y'`),
    'joined texts': (size) => wrap(`'a' => 'x'${" . 'y'".repeat(size / 8)}`),
    'white space': (size) => wrap(`'a' => 'x'${' '.repeat(size)}, 'b' => 'y'`),
    'escapes in a text': (size) => wrap(`'a' => '${"\\'".repeat(size / 2)}'`),
    'braces in quotes': (size) => wrap(`'a' => "${'{'.repeat(size)}"`),
    'dollars in quotes': (size) => wrap(`'a' => "${'$ '.repeat(size / 2)}"`),
    'braces in a heredoc': (size) => wrap(`'a' => <<<EOT\n${'{'.repeat(size)}\nEOT\n`),
    'lines of a nowdoc': (size) => wrap(`'a' => <<<'EOT'\n${'  x\n'.repeat(size / 4)}  EOT\n`),
    'a heredoc without its end': (size) => wrap(`'a' => <<<EOT\n${'EO\n'.repeat(size / 3)}`),
    'keys that are code': (size) => wrap(many(size / 16, (at) => `k(${at}) => 'x', `)),
    'colons in a text': (size) => wrap(`'a' => '${':a'.repeat(size / 2)}'`),
    'percent signs in a text': (size) => wrap(`'a' => '${'%a'.repeat(size / 2)}'`),
    'a nested array': (size) => wrap(`'a' => ${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  },
  places: [
    (text) => text,
    (text) => wrap(`'a' => ${inApostrophes(text)}`),
    (text) => wrap(`/* ${text} */ 'a' => ${inQuotes(text)}, # ${text}`),
  ],
};
