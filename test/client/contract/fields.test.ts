import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { getUse, type Use } from '../../../src/client/contract/use.js';
import { answerSchemas } from './answer-schemas.js';

type Schema = z.ZodMiniType;

/** What a schema is made of, whichever its kind. */
interface Parts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
}

/** The object in a field that can be unpromised, null or a list. */
function shapeIn(schema: Schema | undefined): Parts['shape'] {
  if (schema === undefined) return undefined;
  const { shape, element, innerType }: Partial<Parts> = schema.def;
  return shape ?? shapeIn(element ?? innerType);
}

function isUnpromised(schema: Schema): boolean {
  return schema.def.type === 'optional';
}

const WORDS: Readonly<Record<Use, string>> = { needed: 'needed', typed: 'typed', along: 'comes along' };

const schemas = Object.entries(answerSchemas);

function lines([name, schema]: (typeof schemas)[number]): string[] {
  const fields = Object.entries(shapeIn(schema) ?? {});
  const table = fields.map(
    ([field, each]) => `  ${field}${isUnpromised(each) ? '?' : ''}: ${WORDS[getUse(each)]}`,
  );
  return table.length === 0 ? [] : [name, ...table, ''];
}

/** The names of the fields of each type that TypeScript has as optional. */
function listOptionalFields(): ReadonlyMap<string, ReadonlySet<string>> {
  const path = fileURLToPath(new URL('../../../src/client/contract/types.ts', import.meta.url));
  const program = ts.createProgram([path], { noLib: true, strict: true, types: [] });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const declared = file === undefined ? [] : file.statements.filter(ts.isInterfaceDeclaration);
  return new Map(
    declared.map((node) => {
      const fields = checker.getPropertiesOfType(checker.getTypeAtLocation(node));
      const optional = fields.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
      return [node.name.text, new Set(optional.map(({ name }) => name))];
    }),
  );
}

/** Promised and typed, and seen null. */
const SEEN_NULL = ['TranslatedQuestionBody.translations'];

test('a field is optional in TypeScript where it is unpromised, comes along or was seen null, and nowhere else', () => {
  const types = listOptionalFields();
  const expected = new Map(
    [...schemas].flatMap(([name, schema]): [string, string[]][] => {
      const fields = Object.entries(shapeIn(schema) ?? {}).filter(
        ([field, each]) =>
          isUnpromised(each) || getUse(each) === 'along' || SEEN_NULL.includes(`${name}.${field}`),
      );
      return types.has(name) ? [[name, fields.map(([field]) => field).sort()]] : [];
    }),
  );
  expect(expected.size).toBeGreaterThan(50);
  for (const [name, fields] of expected)
    expect([name, [...(types.get(name) ?? [])].sort()]).toEqual([name, fields]);
});

test('each field of each answer is needed, typed, or comes along', async () => {
  await expect(schemas.flatMap(lines).join('\n')).toMatchFileSnapshot('fields.txt');
});
