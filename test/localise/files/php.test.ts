import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { php } from '../../../src/localise/files/formats/php.js';

const SOURCE = `<?php

// Texts of the shop.
return [
    // On a button
    'add' => 'Add :item', // behind
    'cart' => [
        /** A title */
        'title' => "Your \\"cart\\" costs \\$5\\n",
        'long' => 'One ' .
            'sentence',
    ],
    'choice' => '{0} Nothing|{1} One|[2,*] :count things',
    'sizes' => ['S', 'M'],
    'old' => array('a' => 'A'),
    'greeting' => "Hello $name",
    'call' => trans('x'),
    5 => 'Five',
    'two' => <<<'EOT'
        Line one
        Line two
        EOT,
];
`;

describe('PHP', () => {
  test('has the texts of its strings, with their keys and notes', async () => {
    const { texts } = await readLocaleFile({ text: SOURCE, name: 'app.php' });
    expect(texts).toEqual({
      add: { text: 'Add :item', note: 'On a button' },
      'cart.title': { text: 'Your "cart" costs $5\n', note: 'A title' },
      'cart.long': 'One sentence',
      choice: '{0} Nothing|{1} One|[2,*] :count things',
      'sizes.0': 'S',
      'sizes.1': 'M',
      'old.a': 'A',
      '5': 'Five',
      two: 'Line one\nLine two',
    });
  });

  test('keeps everything else where translations are written', async () => {
    const file = await readLocaleFile(
      { text: SOURCE, name: 'app.php' },
      { to: 'fr', target: { text: SOURCE } },
    );
    const written = file.write({
      add: "Ajouter l':item\\",
      'cart.title': 'Le "panier" coûte $5\n',
      'cart.long': 'Une phrase',
      two: 'Une\ndeux $x',
    });
    expect(written).toBe(
      SOURCE.replace("'Add :item'", String.raw`'Ajouter l\':item\\'`)
        .replace('Your \\"cart\\" costs', 'Le \\"panier\\" coûte')
        .replace("'One ' .\n            'sentence'", "'Une phrase'")
        .replace(/<<<'EOT'[^,]*EOT/, '"Une\\ndeux \\$x"'),
    );
  });

  test('a new file has what is translated, code, and no comma alone', async () => {
    const file = await readLocaleFile({ text: SOURCE, name: 'app.php' }, { to: 'de' });
    expect(file.write({ 'cart.long': 'Ein Satz' })).toBe(`<?php

// Texts of the shop.
return [
    'cart' => [
        'long' => 'Ein Satz',
    ],
    'greeting' => "Hello $name",
    'call' => trans('x'),
];
`);
  });

  test('numbers what has no key as PHP does, and takes it in whole', async () => {
    const text =
      "<?php return ['m' => [5 => 'a', 'b', 'k' => 'c', 'd'], 0x1A => 'x', 1_000 => 'y', A::B => 'z', A::C => 'w'];";
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de' });
    expect(Object.keys(file.texts)).toEqual(['26', '1000', 'm.5', 'm.6', 'm.k', 'm.7', 'A::B', 'A::C']);
    expect(file.write({ 'm.6': 'be', 'A::C': 'we' })).toBe("<?php return [ A::C => 'we'];");
  });

  test('names texts with code in them, which are left out', async () => {
    const text =
      '<?php return ["a" => "Hi $name", "b" => "x" . PHP_EOL, "c" => <<<EOT\n  Plain\n  EOT, "d" => trans("x")];';
    const { texts, warnings } = await readLocaleFile({ text, name: 'app.php' });
    expect(texts).toEqual({ c: 'Plain' });
    expect(warnings[0]?.message).toBe(
      'has a text with code in it, a and 1 more, which is left out and stays as it is',
    );
  });

  test.each([
    'namespace App\\Texts;\n\ndeclare(strict_types=1);\n\nuse App\\Shop as S;\nuse function App\\name;\n\n',
    'namespace App {\n',
    "defined('APP') || exit;\n",
  ])('may have %j above its array', async (head) => {
    const text = `<?php\n\n${head}return [\n    'a' => 'A',\n    S::B => 'B',\n];\n${head.endsWith('{\n') ? '}\n' : ''}`;
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de' });
    expect(file.texts).toEqual({ a: 'A', 'S::B': 'B' });
    expect(file.write({ a: 'Ah', 'S::B': 'Be' })).toBe(text.replace("'A'", "'Ah'").replace("'B'", "'Be'"));
  });

  test.each([
    '$lang = ARRAY;\nreturn $lang;',
    'return array_merge($lang, ARRAY);',
    'if (empty($lang) || !is_array($lang))\n{\n\t$lang = array();\n}\n\n$lang = array_merge($lang, ARRAY);',
    '$lang = [];\n$lang = \\array_merge(ARRAY, $lang);\nreturn $lang;',
    'if (!$lang) return;\n$more = name();\n$lang = ARRAY;',
  ])('may have its array as in %j', async (code) => {
    const text = `<?php\n${code.replace('ARRAY', "array(\n\t'A'\t=> 'One',\n\t'B'\t=> array(1 => 'Two'),\n)")}\n`;
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de', target: { text } });
    expect(file.known).toEqual({ A: 'One', 'B.1': 'Two' });
    expect(file.write({ A: 'Eins', 'B.1': 'Zwei' })).toBe(text.replace('One', 'Eins').replace('Two', 'Zwei'));
    const isNew = await readLocaleFile({ text, name: 'app.php' }, { to: 'de' });
    const made = isNew.write({ A: 'Eins' });
    expect(made).toBe(text.replace('One', 'Eins').replace("\t'B'\t=> array(1 => 'Two'),\n", ''));
    const target = { text: made.replace("\n\t'A'\t=> 'Eins',\n", '') };
    const empty = await readLocaleFile({ text, name: 'app.php' }, { to: 'de', target });
    expect([empty.known, empty.write({})]).toEqual([{}, target.text]);
  });

  test('a text whose key is code is left out, and the others are read', async () => {
    const text = `<?php return [
    ...$more,
    name('a') => 'A',
    name('a') => ['b' => 'B'],
    $key => 'C',
    "x$key" => 'D',
    'e' . E => 'E',
    -1 => 'F',
    __NAMESPACE__ => 'G',
    A::B->value => 'H',
    'last' => 'I',
];
`;
    const target = { text };
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de', target });
    expect(file.texts).toEqual({ '-1': 'F', 'A::B->value': 'H', last: 'I' });
    expect(file.warnings[0]?.message).toBe(
      'has a key that only a program can know, "name(\'a\')" and 5 more, whose texts are left out and stay as they are',
    );
    expect(file.write({ last: 'Letzter' })).toBe(text.replace("'I'", "'Letzter'"));
    expect(file.write({}, { prune: true })).toBe(text);
  });

  test('has the texts of heredocs and nowdocs, in lines of their own', async () => {
    const text = `<?php return [
    'a' => <<<EOT
      One \\$x \\x41

        Two
      EOT,
    'b' => <<<'RAW'
raw \\n $x
RAW,
    'c' => <<<"Q"
Hi {$x}
Q,
    'd' => <<<EOT
    EOT . 'D',
];
`;
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de', target: { text } });
    expect(file.texts).toEqual({ a: 'One $x A\n\n  Two', b: 'raw \\n $x', d: 'D' });
    expect(file.write({ b: 'roh\n$x' })).toBe(text.replace(/<<<'RAW'.*RAW(?=,)/s, '"roh\\n\\$x"'));
  });

  test('what is pruned takes the comment behind its comma along, and no other', async () => {
    const line = (key: string) => `    '${key}' => 'x', # about ${key}\n`;
    const prune = async (gone: string) => {
      const wrap = (keys: string) => `<?php\n\nreturn [\n${[...keys].map(line).join('')}];\n`;
      const source = { text: wrap('abc'.replace(gone, '')), name: 'app.php' };
      const file = await readLocaleFile(source, { to: 'de', target: { text: wrap('abc') } });
      expect(file.write({}, { prune: true })).toBe(source.text);
    };
    for (const gone of ['a', 'b', 'c', 'ab', 'bc']) await prune(gone);
  });

  test('of a key that comes again with the same text, the last one counts, and no byte changes', async () => {
    const text = "<?php return [\n  'a' => 'A', // x\n  'a' => 'A', // y\n  'b' => 'B',\n];\n";
    const file = await readLocaleFile({ text, name: 'app.php' }, { to: 'de', target: { text } });
    expect(file.write({})).toBe(text);
    expect(file.write({ a: 'Ah' })).toBe(text.replace("'A', // y", "'Ah', // y"));
  });

  test('protects the placeholders of its frameworks, and no colon of a sentence', () => {
    const find = (text: string) => text.match(php.protect as RegExp) ?? [];
    expect(find('Hi :name, at 10:am see https://a.b and a::b: {1} [2,*] %count% 50% off')).toEqual([
      ':name',
      '{1}',
      '[2,*]',
      '%count%',
    ]);
  });

  test.each([
    ['<?php return [', 'is not PHP'],
    ["<?php return ['a' => ];", 'app.php:1:22 is not PHP'],
    ["<?php\n$lang['a'] = 'A';", 'app.php:2:1 gives a text to an array here; export one array, as in'],
    ["<?php\n$a = ['a' => 'A'];\n$b = ['b' => 'B'];", 'app.php:3:6 has a second array of texts here'],
    ["<?php if (X) { $a = ['a' => 'A']; } else $a = ['b' => 'B'];", 'app.php:1:47 has a second array'],
    ["<?php\n$a = ['a' => 'A'];\nreturn array_merge($a, ['b' => 'B']);", 'app.php:2:6 has a second array'],
    ["<?php\n$a = ['a' => 'A'];\nreturn $b;", 'app.php:3:1 returns something else'],
    ["<?php\n$a = ['a' => 'A'];\nreturn name($a);", 'app.php:3:1 returns something else'],
    ["<?php return ['a' => 'A'];\nreturn ['b' => 'B'];", 'app.php:2:1 returns a second time here'],
    ["<?php\nreturn trans('a');", 'app.php:2:1 is PHP that does not return one array'],
    ["<?php return ['A', 'B'];", 'app.php:1:14 has a text without a key'],
    ["<?php return ['a' => 'A', 'a' => 'B'];", 'has two texts with the key "a"'],
    [`<?php return ['a' => ${'['.repeat(150)}${']'.repeat(150)}];`, 'is nested more than 100 levels deep'],
    [`<?php return ${'['.repeat(100_000)}`, 'is nested too deep'],
    ['Hello', 'does not return one array'],
  ])('%s is refused with its place', async (text, message) => {
    await expect(readLocaleFile({ text, name: 'app.php' })).rejects.toThrow(message);
  });

  test('more code than texts is refused: for many operators, the parser takes quadratic time', async () => {
    const text = `<?php return ['a' => 'b'${" . 'c'".repeat(6_000)}];`;
    await expect(readLocaleFile({ text, name: 'app.php' })).rejects.toThrow(
      'has more code than an array of texts has',
    );
  });
});
