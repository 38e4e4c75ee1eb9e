import fc from 'fast-check';
import json5 from 'json5';
import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { strictSyntax, toJsonFile } from '../../../src/localise/files/formats/json/syntax.js';
import {
  findMember,
  isList,
  type JsonNode,
  JsonObject,
  type JsonValue,
  parseTree,
} from '../../../src/localise/files/formats/json/tree.js';
import { runs } from '../../runs.js';

/** The value as `JSON.parse` has it. */
function toPlain(value: JsonValue): unknown {
  if (isList(value)) return value.map((item) => toPlain(item.value));
  if (!(value instanceof JsonObject)) return value;
  const plain = {};
  for (const { name, value: inner } of value.members)
    Object.defineProperty(plain, name, {
      value: toPlain(inner),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  return plain;
}

const parse = (text: string): JsonNode =>
  parseTree(toJsonFile(text, strictSyntax), {
    fail(at, message) {
      throw new SyntaxError(`${at} ${message}`);
    },
  });

const read = (text: string): unknown => toPlain(parse(text).value);

/** What a function returns, or that it throws. */
function attempt(work: () => unknown): { readonly value: unknown } | 'throws' {
  try {
    return { value: work() };
  } catch {
    return 'throws';
  }
}

/** Changes a text in some places: letters that mean something in JSON are put there, or taken away. */
const change = (text: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        count: fc.nat(2),
        letters: fc.constantFrom(
          ...'{}[]:,"\'\\/-+.0e1 \t\n\r\b\0\ufeff\u2028a',
          'null',
          'tru',
          '\\u00e',
          '//',
          '"__proto__":1,',
          '',
        ),
      }),
      { maxLength: 3 },
    )
    .map((changes) =>
      changes.reduce(
        (changed, { at, count, letters }) => changed.slice(0, at) + letters + changed.slice(at + count),
        text,
      ),
    );

const json = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2, '\t'))
  .map(([value, space]) => JSON.stringify(value, null, space));

describe('the tree of JSON', () => {
  test('has the values of JSON.parse', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      runs(200),
    );
  });

  test.each([
    ['few', '{"a": 1, "b": 2, "a": 3}'],
    ['many', `{"a": 1, ${Array.from({ length: 20 }, (_, at) => `"b${at}": 2`).join()}, "a": 3}`],
  ])('finds the last of two members with one name, as JSON.parse does, among %s', (_, text) => {
    expect(JSON.parse(text).a).toBe(3);
    expect(findMember(parse(text), 'a')?.value).toBe(3);
    expect(findMember(parse(text), 'c')).toBeUndefined();
  });

  test('refuses what JSON.parse refuses, and nothing else', () => {
    fc.assert(
      fc.property(json.chain(change), (text) => {
        expect(attempt(() => read(text))).toEqual(attempt(() => JSON.parse(text) as unknown));
      }),
      runs(2_000),
    );
  });

  test.each([
    '{"a": 01}',
    '{"a": 1.}',
    '{"a": -}',
    '{"a": .5}',
    '{"a": "\t"}',
    '{"a": "\\x"}',
    '{"a": "\\u12"}',
    '{"a": "x}',
    '{"a": "x\\"}',
    '{"a" "x"}',
    '{"a": "x",}',
    '{,}',
    '[1,]',
    '[,1]',
    '{"a": NaN}',
    "{'a': 1}",
    '{a: 1}',
    '{1: 1}',
    '{null: 1}',
    '{"a": 1}}',
    '{"a": 1} x',
    '[1}',
    '{"a": 1]',
    '\ufeff{}',
    '\u00a0{}',
    '',
    '"a" "b"',
  ])('%j is refused', (text) => {
    expect(attempt(() => JSON.parse(text) as unknown)).toBe('throws');
    expect(() => read(text)).toThrow('is not JSON');
  });
});

describe('JSON5', () => {
  const words = fc.constantFrom('a', '$b', "'c d'", '"e"', 'ключ', '\\u0061b', 'null');
  const values = fc.constantFrom(
    "'x'",
    '"y"',
    '"\\x41"',
    "'a\\\nb'",
    '+.5',
    'Infinity',
    '0xF',
    'null',
    '[1, ]',
    '{}',
  );
  const texts = fc
    .array(fc.tuple(words, values, fc.constantFrom('', '/* c */', '\u00a0')), { maxLength: 4 })
    .map(
      (members) => `{${members.map(([name, value, space]) => `${name}${space}:${space}${value}`).join()}}`,
    );

  test('is refused where its library refuses it, and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(texts.chain(change), async (text) => {
        const isJson5 = attempt(() => json5.parse(text) as unknown) !== 'throws';
        const error: unknown = await readLocaleFile({ text }, { format: 'json5' }).catch(
          (thrown: unknown) => thrown,
        );
        const isRefused = /is not JSON5|is a program|is empty/.test(String(error));
        expect([text, !isRefused]).toEqual([text, isJson5]);
      }),
      runs(500),
    );
  });
});
