import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseProject } from '../../../src/command/plan/project-file.js';
import { UsageError } from '../../../src/command/terminal/failures.js';
import { JSON_SHAPES } from '../../../src/command-internals.js';
import { localeFormats } from '../../../src/locale-files.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../src/command/plan/project.schema.json', import.meta.url), 'utf8'),
);
const accepts = new Ajv({ strict: true }).compile(schema);

const whole = {
  $schema: './node_modules/translation-requester/src/command/plan/project.schema.json',
  name: 'shop',
  url: 'https://service.example',
  from: 'en',
  to: ['de', 'ja'],
  files: [
    {
      source: 'locales/en.json',
      target: 'locales/{language}.json',
      format: 'json',
      shape: 'plain',
      protect: 'i18next',
      terms: ['Acme'],
      ignore: ['legal.*'],
      notes: ['*_comment'],
    },
  ],
  languages: { de: 'de-DE' },
  protect: '/%\\w+%/',
  terms: ['Acme'],
  ignore: ['legal.*'],
  notes: false,
  using: 'project',
  maxPoints: 500,
  description: 'Be short.',
};

describe('the project file', () => {
  test('accepts every field of its schema', () => {
    expect(parseProject(JSON.stringify(whole))).toEqual(whole);
    expect(accepts(whole)).toBe(true);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(Object.keys(schema.properties)));
    expect(Object.keys(whole.files[0] ?? {})).toEqual(Object.keys(schema.properties.files.items.properties));
    expect(parseProject('{}')).toEqual({});
  });

  test('takes the formats and shapes that there are, and so does its schema', () => {
    const { format, shape } = schema.properties.files.items.properties;
    expect(format.enum).toEqual(Object.keys(localeFormats));
    expect(shape.enum).toEqual(JSON_SHAPES);
    for (const name of shape.enum) expect(accepts({ files: [{ source: 'a', shape: name }] })).toBe(true);
    for (const name of format.enum) expect(accepts({ files: [{ source: 'a', format: name }] })).toBe(true);
  });

  test.each([
    [[], 'the file must be an object'],
    [{ ...whole, form: 'en' }, 'the file has no "form"; did you mean from?'],
    [{ files: [{ source: 'a', targt: 'b' }] }, 'files[0] has no "targt"; did you mean target?'],
    [{ files: [{ source: 'a', formatModule: './a.js' }] }, 'files[0] has no "formatModule"'],
    [{ files: [{}] }, 'files[0].source must be a string'],
    [{ files: [{ source: 'a', target: 'b.json' }] }, 'files[0].target must have {language} in it'],
    [{ files: [{ source: 'a', format: 'docx' }] }, 'files[0].format must be json or '],
    [{ to: 'de' }, 'to must be a list'],
    [{ to: [] }, 'to must not be empty'],
    [{ to: [''] }, 'to[0] must not be empty'],
    [{ name: '' }, 'name must not be empty'],
    [{ using: 'both' }, 'using must be simple or project'],
    [
      { protect: 'java' },
      'protect must be icu, i18next, printf, all, or a regular expression such as /%\\w+%/',
    ],
    [{ protect: ['icu'] }, 'protect must be a string'],
    [{ files: [{ source: 'a', protect: 'a/b/' }] }, 'files[0].protect must be icu'],
    [{ terms: 'Acme' }, 'terms must be a list'],
    [{ ignore: [''] }, 'ignore[0] must not be empty'],
    [{ notes: true }, 'notes must be a list of patterns such as *_comment, or false'],
    [{ files: [{ source: 'a', notes: [5] }] }, 'files[0].notes must be a list of patterns'],
    [{ maxPoints: 1.5 }, 'maxPoints must be an integer'],
    [{ maxPoints: -1 }, 'maxPoints must not be empty or below 0'],
  ])('refuses %j, as its schema does', (value, message) => {
    expect(() => parseProject(JSON.stringify(value))).toThrow(UsageError);
    expect(() => parseProject(JSON.stringify(value))).toThrow(`translation-requester.json: ${message}`);
    expect(accepts(value)).toBe(false);
  });

  test('that is refused ends its message with one mark', () => {
    expect(() => parseProject('{"form": "en"}')).toThrow(/did you mean from\?$/);
    expect(() => parseProject('{"to": []}')).toThrow(/must not be empty or below 0\.$/);
  });

  test('that is not JSON is refused', () => {
    expect(() => parseProject('{\n  "a": 1,}')).toThrow(
      'translation-requester.json:2:10 is not JSON: a name in quotes was expected here.',
    );
  });
});
