/** The schemas of zod/mini that check answers, each made at its first use, from the contract. */
import {
  type Contract,
  isPlain,
  type Json,
  nameOf,
  openValues,
  type Schema,
  type Schemas,
} from './contract.ts';

const isNode = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every schema that a part of the contract refers to, in the order of the contract's text. */
function referredTo(node: unknown): string[] {
  if (!isNode(node)) return [];
  const { $ref, ...rest } = node;
  const own =
    typeof $ref === 'string' && $ref.startsWith('#/components/schemas/') ? [nameOf({ $ref }) ?? ''] : [];
  return [...own, ...Object.values(rest).flatMap(referredTo)];
}

/**
 * The schemas of bodies that the client reads: those of success, and those of failures that an operation has for itself.
 * The failures that all of them share are read leniently, whatever their shape.
 */
function bodiesOf({ paths, components }: Contract): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(isNode(path) ? path : {}));
  const answers = operations.flatMap((operation) =>
    isNode(operation) && isNode(operation.responses) ? Object.entries(operation.responses) : [],
  );
  return answers.flatMap(([status, answer]) => {
    const shared = nameOf(answer as Schema); // an answer can be a reference, as a schema can
    if (shared === undefined) return referredTo(answer);
    return status.startsWith('2') ? referredTo(components.responses[shared]) : [];
  });
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const functionOf = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`;

/** Writes the schemas of one contract. */
class SchemaWriter {
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Every schema that some need, themselves included. */
  reach(names: readonly string[]): string[] {
    const reached = new Set<string>();
    const visit = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      referredTo(this.#schema(name)).forEach(visit);
    };
    names.forEach(visit);
    return Object.keys(this.#schemas).filter((name) => reached.has(name) && this.#isNamed(name));
  }

  /** The function that makes a schema at its first use. */
  declaration(name: string): string {
    const schema = this.#schema(name);
    const body = schema.not?.enum
      ? `noneOf<types.${name}>([${schema.not.enum.map(literal).join(', ')}])`
      : this.#expression(schema, name);
    return `/** @see docs/service.md, ${schema['x-see']} */\nexport const ${functionOf(name)} = /* @__PURE__ */ onFirstUse(() => ${body});\n`;
  }

  #schema(name: string): Schema {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`The contract has no schema ${name}.`);
    return schema;
  }

  /** Whether a schema gets a function of its own: values are written where they are used, and open objects nowhere. */
  #isNamed(name: string): boolean {
    const schema = this.#schema(name);
    const isOpen = schema.type === 'object' && schema.properties === undefined && schema.allOf === undefined;
    return !isOpen && !isPlain(schema) && schema.enum === undefined && openValues(schema) === undefined;
  }

  #expression(schema: Schema, owner: string): string {
    const name = nameOf(schema);
    if (name !== undefined) {
      return this.#isNamed(name) ? `${functionOf(name)}()` : this.#expression(this.#schema(name), owner);
    }
    if (schema.const !== undefined) return `z.literal(${literal(schema.const)})`;
    if (schema.enum) return `z.literal([${schema.enum.map(literal).join(', ')}])`;
    if (schema.allOf ?? schema.properties) return `z.looseObject({\n${this.#fieldsOf(schema, owner)}})`;
    if (schema.anyOf ?? schema.oneOf) return this.#choice(schema, owner);
    return this.#simple(schema, owner);
  }

  #choice(schema: Schema, owner: string): string {
    const open = openValues(schema);
    if (open) return this.#expression(open.plain, owner);
    const branches = this.#branchesOf(schema);
    const rest = branches
      .filter(({ type }) => type !== 'null')
      .map((branch) => this.#expression(branch, owner));
    const choice = rest.length === 1 ? rest.join('') : `z.union([${rest.join(', ')}])`;
    return rest.length < branches.length ? `z.nullable(${choice})` : choice;
  }

  /** The branches of a union, those of a union inside it included: an issue names the closest of them all. */
  #branchesOf({ anyOf, oneOf }: Schema): readonly Schema[] {
    return (anyOf ?? oneOf ?? []).flatMap((branch) => {
      const name = nameOf(branch);
      const inner = name === undefined ? branch : this.#schema(name);
      return inner.oneOf ? this.#branchesOf(inner) : [branch];
    });
  }

  #simple(schema: Schema, owner: string): string {
    const types = [schema.type ?? []].flat();
    const [type, ...more] = types.filter((one) => one !== 'null');
    if (types.length === 0) return 'z.unknown()';
    if (type === undefined) return 'z.literal(null)';
    if (more.length > 0) throw new Error(`${owner}: no schema for ${types.join(' or ')}.`);
    // The sign-in has no other number, and is spared zod's.
    if (type === 'integer' && types.includes('null')) return 'nullableInteger()';
    const plain = this.#ofType(type, schema, owner);
    return types.includes('null') ? `z.nullable(${plain})` : plain;
  }

  #ofType(type: string, schema: Schema, owner: string): string {
    switch (type) {
      case 'integer':
        return 'z.int()';
      case 'boolean':
        return 'z.boolean()';
      case 'string':
        if (schema.format === 'date-time') return 'timestampSchema()';
        return schema.minLength === 1 ? 'z.string().check(notEmpty)' : 'z.string()';
      case 'array':
        return `z.array(${this.#expression(schema.items ?? {}, owner)})`;
      default:
        throw new Error(`${owner}: no schema for the type ${type}.`);
    }
  }

  /** The fields of an object; those of the objects that it extends come first. */
  #fieldsOf({ allOf = [], properties = {}, required = [] }: Schema, owner: string): string {
    const inherited = allOf.map((part) => {
      const name = nameOf(part);
      return name === undefined ? this.#fieldsOf(part, owner) : `  ...${functionOf(name)}().shape,\n`;
    });
    const own = Object.entries(properties).map(([name, field]) => {
      const key = /^\w+$/.test(name) ? name : literal(name);
      if (field['x-check'] === 'none') return `  ${key}: unpinned<types.${owner}['${name}']>(),\n`;
      const value = this.#expression(field, owner);
      return `  ${key}: ${required.includes(name) ? value : `z.exactOptional(${value})`},\n`;
    });
    return [...inherited, ...own].join('');
  }
}

/** The text of `answers.ts`. */
export function answersOf(contract: Contract): string {
  const writer = new SchemaWriter(contract.components.schemas);
  const names = writer.reach(bodiesOf(contract));
  return `import * as z from 'zod/mini';
import type * as types from './types.js';
import { noneOf, notEmpty, nullableInteger, onFirstUse, timestampSchema, unpinned } from './values.js';

${names.map((name) => writer.declaration(name)).join('\n')}`;
}

/** The text of `answer-schemas.ts`, for the entry `schemas`: each schema under its name in the contract. */
export function namedSchemasOf(contract: Contract): string {
  const { schemas } = contract.components;
  const isPublic = (name: string): boolean => !schemas[name]?.['x-internal'] && !schemas[name]?.['x-part'];
  const names = new SchemaWriter(schemas).reach(bodiesOf(contract)).filter(isPublic);
  const constants = names.map(
    (name) => `export const ${name}Schema: Schema<types.${name}> = answers.${functionOf(name)}();\n`,
  );
  return `import * as answers from './answers.js';
import type * as types from './types.js';
import type { Schema } from './values.js';

${constants.join('')}`;
}
