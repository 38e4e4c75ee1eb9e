/** Generates the zod/mini schemas that check answers, from the contract. Each is made at its first use. */
import {
  type Contract,
  isObject,
  isPrimitive,
  readExtensibleEnum,
  readReference,
  type Schema,
  type Schemas,
  type Use,
} from './contract.ts';

/** The names of the schemas that a part of the contract refers to, in the order of the contract. */
function listReferences(node: unknown): string[] {
  if (!isObject(node)) return [];
  const { $ref, ...rest } = node;
  const own =
    typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')
      ? [readReference({ $ref }) ?? '']
      : [];
  return [...own, ...Object.values(rest).flatMap(listReferences)];
}

/**
 * The schemas of the bodies that the client checks: those of successes, and those of failures that only one operation has.
 * Shared failures have none, since the client reads them whatever their shape.
 */
function listBodySchemas({ paths, components }: Contract): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(isObject(path) ? path : {}));
  const answers = operations.flatMap((operation) =>
    isObject(operation) && isObject(operation.responses) ? Object.entries(operation.responses) : [],
  );
  return answers.flatMap(([status, answer]) => {
    const shared = readReference(answer as Schema); // an answer can be a reference, as a schema can
    if (shared === undefined) return listReferences(answer);
    return status.startsWith('2') ? listReferences(components.responses[shared]) : [];
  });
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const toFunctionName = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`;

/** The functions of `use.ts`. */
const MARKS: Readonly<Record<Use, string>> = { needed: 'needed', typed: 'typed', 'comes-along': 'along' };

/** Writes the schemas of one contract. */
class SchemaWriter {
  readonly #schemas: Schemas;
  readonly #uses: Contract['x-uses'];

  constructor(contract: Contract) {
    this.#schemas = contract.components.schemas;
    this.#uses = contract['x-uses'];
  }

  /** The named schemas that these refer to, directly or not, and these themselves. */
  listReachable(names: readonly string[]): string[] {
    const found = new Set<string>();
    const visit = (name: string): void => {
      if (found.has(name)) return;
      found.add(name);
      listReferences(this.#schema(name)).forEach(visit);
    };
    names.forEach(visit);
    return Object.keys(this.#schemas).filter((name) => found.has(name) && this.#hasOwnFunction(name));
  }

  /** The declaration of the function that makes a schema at its first use. */
  writeDeclaration(name: string): string {
    const schema = this.#schema(name);
    const body = schema.not?.enum
      ? `stringExcept<types.${name}>([${schema.not.enum.map(literal).join(', ')}])`
      : this.#writeExpression(schema, name);
    return `/** @see docs/service.md, ${schema['x-see']} */\nexport const ${toFunctionName(name)} = /* @__PURE__ */ onFirstUse(() => ${body});\n`;
  }

  #schema(name: string): Schema {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`The contract has no schema ${name}.`);
    return schema;
  }

  /** Whether a schema gets a function of its own. Single values are written where they are used, and so is any object. */
  #hasOwnFunction(name: string): boolean {
    const schema = this.#schema(name);
    const isOpen = schema.type === 'object' && schema.properties === undefined && schema.allOf === undefined;
    return (
      !isOpen && !isPrimitive(schema) && schema.enum === undefined && readExtensibleEnum(schema) === undefined
    );
  }

  /** Writes the schema of a field, with its use where that differs from what `getUse` says of its kind. */
  #writeField(name: string, field: Schema, owner: string, isPromised: boolean): string {
    const value = this.#writeExpression(field, owner);
    const expression = isPromised ? value : `z.exactOptional(${value})`;
    const use = field['x-use'] ?? this.#findUse(name);
    return use === undefined ? expression : `${MARKS[use]}(${expression})`;
  }

  #findUse(name: string): Use | undefined {
    return (['needed', 'comes-along'] as const).find((use) => this.#uses[use].includes(name));
  }

  #writeExpression(schema: Schema, owner: string): string {
    const name = readReference(schema);
    if (name !== undefined) {
      return this.#hasOwnFunction(name)
        ? `${toFunctionName(name)}()`
        : this.#writeExpression(this.#schema(name), owner);
    }
    if (schema.const !== undefined) return `z.literal(${literal(schema.const)})`;
    if (schema.enum) return `z.literal([${schema.enum.map(literal).join(', ')}])`;
    if (schema.allOf ?? schema.properties) return `z.looseObject({\n${this.#writeFields(schema, owner)}})`;
    if (schema.anyOf ?? schema.oneOf) return this.#writeUnion(schema, owner);
    return this.#writeSimple(schema, owner);
  }

  #writeUnion(schema: Schema, owner: string): string {
    const open = readExtensibleEnum(schema);
    if (open) return this.#writeExpression(open.plain, owner);
    const branches = this.#listBranches(schema);
    const rest = branches
      .filter(({ type }) => type !== 'null')
      .map((branch) => this.#writeExpression(branch, owner));
    const choice = rest.length === 1 ? rest.join('') : `z.union([${rest.join(', ')}])`;
    return rest.length < branches.length ? `z.nullable(${choice})` : choice;
  }

  /** The branches of a union, with those of inner unions. They form one union, so that an issue names the closest branch. */
  #listBranches({ anyOf, oneOf }: Schema): readonly Schema[] {
    return (anyOf ?? oneOf ?? []).flatMap((branch) => {
      const name = readReference(branch);
      const inner = name === undefined ? branch : this.#schema(name);
      return inner.oneOf ? this.#listBranches(inner) : [branch];
    });
  }

  #writeSimple(schema: Schema, owner: string): string {
    const types = [schema.type ?? []].flat();
    const [type, ...more] = types.filter((name) => name !== 'null');
    if (types.length === 0) return 'z.unknown()';
    if (type === undefined) return 'z.literal(null)';
    if (more.length > 0) throw new Error(`${owner}: no schema for ${types.join(' or ')}.`);
    // Keeps zod's number schema out of the bundle of the sign-in, which has no other number.
    if (type === 'integer' && types.includes('null')) return 'nullableInteger()';
    const plain = this.#writeType(type, schema, owner);
    return types.includes('null') ? `z.nullable(${plain})` : plain;
  }

  #writeType(type: string, schema: Schema, owner: string): string {
    switch (type) {
      case 'integer':
        return 'integer()';
      case 'boolean':
        return 'z.boolean()';
      case 'string':
        if (schema.format === 'date-time') return 'timestampSchema()';
        return schema.minLength === 1 ? 'z.string().check(z.minLength(1))' : 'z.string()';
      case 'array':
        return `z.array(${this.#writeExpression(schema.items ?? {}, owner)})`;
      case 'object':
        return 'z.looseObject({})';
      default:
        throw new Error(`${owner}: no schema for the type ${type}.`);
    }
  }

  /** The fields of an object. The fields of the objects that it extends come first. */
  #writeFields({ allOf = [], properties = {}, required = [] }: Schema, owner: string): string {
    const inherited = allOf.map((part) => {
      const name = readReference(part);
      return name === undefined ? this.#writeFields(part, owner) : `  ...${toFunctionName(name)}().shape,\n`;
    });
    const own = Object.entries(properties).map(([name, field]) => {
      const key = /^\w+$/.test(name) ? name : literal(name);
      if (field['x-check'] === 'none') return `  ${key}: unpinned<types.${owner}['${name}']>(),\n`;
      return `  ${key}: ${this.#writeField(name, field, owner, required.includes(name))},\n`;
    });
    return [...inherited, ...own].join('');
  }
}

/** The names of the schemas of what the client reads of successes. */
export function listAnswerNames(contract: Contract): ReadonlySet<string> {
  return new Set(new SchemaWriter(contract).listReachable(listBodySchemas(contract)));
}

/** The text of `answers.ts`. */
export function generateAnswers(contract: Contract): string {
  const writer = new SchemaWriter(contract);
  const names = writer.listReachable(listBodySchemas(contract));
  return `import * as z from 'zod/mini';
import type * as types from './types.js';
import { along, needed, typed } from './use.js';
import { integer, nullableInteger, onFirstUse, stringExcept, timestampSchema, unpinned } from './values.js';

${names.map((name) => writer.writeDeclaration(name)).join('\n')}`;
}

/** An object with what is around it in an answer. The client takes it apart, so nobody stores it. */
const ENVELOPE = /(?:Answer|Page)$/;

/** The text of `answer-schemas.ts`, for the entry `schemas`: the schema of each object under its name in the contract. */
export function generateNamedSchemas(contract: Contract): string {
  const { schemas } = contract.components;
  const names = new SchemaWriter(contract)
    .listReachable(listBodySchemas(contract))
    .filter((name) => !schemas[name]?.['x-internal'] && !schemas[name]?.['x-part'] && !ENVELOPE.test(name));
  const constants = names.map(
    (name) => `export const ${name}Schema: Schema<types.${name}> = answers.${toFunctionName(name)}();\n`,
  );
  return `import * as answers from './answers.js';
import type * as types from './types.js';
import type { Schema } from './values.js';

${constants.join('')}`;
}
