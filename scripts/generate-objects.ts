/** Writes the objects of the contract as named interfaces, so that an editor shows `Question` and not its fields. */

/** A schema of the contract, as far as types come from it. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The contract, as far as types come from it. */
export interface Contract {
  readonly components: { readonly schemas: Schemas };
  /** The section of docs/service.md for each schema that has a type of its own. */
  readonly 'x-see': Readonly<Record<string, string>>;
}

const header = `// Generated from requester-v1.yaml by generate.ts. Do not edit.
export type * from './inputs.js';
`;

/** `statuses.ts` has public types of these names, each with its values. */
const inlined: ReadonlySet<string> = new Set(['QuestionStatus', 'SimpleQuestionStatus', 'FileStatus']);

/**
 * A text that is none of some values, with a mark that no value has at run time. The compiler rules out a member of a
 * union by its literal alone; a plain `string` there would narrow nothing.
 */
const otherText = "'(not a known type)' & { readonly excluded: true }";

const nameOf = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1);
const isPlain = ({ type, enum: values, not }: Schema): boolean =>
  type !== undefined && type !== 'object' && type !== 'array' && values === undefined && not === undefined;

/** Gives the types of one contract as text. */
class Types {
  readonly #schemas: Schemas;
  readonly #see: Contract['x-see'];

  constructor({ components, 'x-see': see }: Contract) {
    this.#schemas = components.schemas;
    this.#see = see;
  }

  /** The whole file. */
  file(): string {
    const names = Object.keys(this.#schemas);
    const listed = names.map((name) => `  ${name}: ${this.#reference(name)};\n`).join('');
    const all = `/** Every schema of the contract by its name. */\nexport interface Schemas {\n${listed}}\n`;
    const declared = names.filter((name) => !this.#isInlined(name)).map((name) => this.#declaration(name));
    return [header, ...declared, all].join('\n');
  }

  #schema(name: string): Schema {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`The contract has no schema ${name}.`);
    return schema;
  }

  /** Whether a schema gets no type of its own: texts, numbers, and what has a name elsewhere. */
  #isInlined(name: string): boolean {
    return inlined.has(name) || isPlain(this.#schema(name));
  }

  #declaration(name: string): string {
    const schema = this.#schema(name);
    const section = this.#see[name];
    if (section === undefined) throw new Error(`x-see of the contract names no section for ${name}.`);
    const docs = docstring(schema, '', `@see docs/service.md, ${section}`);
    const parts = this.#interfaceParts(schema);
    if (parts === undefined) return `${docs}export type ${name} = ${this.#type(schema, '')};\n`;
    const bases = parts.bases.length === 0 ? '' : ` extends ${parts.bases.join(', ')}`;
    return `${docs}export interface ${name}${bases} ${this.#body(parts.own, '')}\n`;
  }

  /** What an interface extends and what it has itself; nothing where only a type alias will do. */
  #interfaceParts(schema: Schema): { bases: string[]; own: Schema[] } | undefined {
    if (schema.oneOf ?? schema.anyOf) return undefined;
    const parts = [...(schema.allOf ?? []), ...(schema.properties ? [schema] : [])];
    if (schema.type === 'object' && parts.length === 0) return { bases: [], own: [schema] };
    const bases = parts.flatMap((part) => nameOf(part) ?? []);
    const own = parts.filter((part) => nameOf(part) === undefined);
    const canExtend = bases.every((base) => this.#interfaceParts(this.#schema(base)) !== undefined);
    const isObject = own.every((part) => part.properties !== undefined);
    return parts.length > 0 && canExtend && isObject ? { bases, own } : undefined;
  }

  #reference(name: string): string {
    return this.#isInlined(name) ? this.#type(this.#schema(name), '  ') : name;
  }

  #type(schema: Schema, indent: string): string {
    const name = nameOf(schema);
    if (name !== undefined) return this.#reference(name);
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.not !== undefined && schema.type === 'string') return otherText;
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches || schema.allOf) {
      const parts = (schema.allOf ?? []).map((part) => this.#type(part, indent));
      if (schema.properties) parts.push(this.#body([schema], indent));
      if (branches) parts.push(openType(branches) ?? this.#union(branches, indent));
      return intersection(parts);
    }
    const types = [schema.type ?? []].flat().map((type) => this.#simple(type, schema, indent));
    return types.length === 0 ? 'unknown' : types.join(' | ');
  }

  #union(branches: readonly Schema[], indent: string): string {
    return [...new Set(branches.map((branch) => this.#type(branch, indent)))].join(' | ');
  }

  #simple(type: string, schema: Schema, indent: string): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array': {
        const item = this.#type(schema.items ?? {}, indent);
        return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
      }
      case 'object':
        return this.#body([schema], indent);
      default:
        return type;
    }
  }

  /** The fields of an object in braces. */
  #body(parts: readonly Schema[], indent: string): string {
    const inner = `${indent}  `;
    const fields = parts.flatMap((part) => {
      const required = new Set(part.required);
      return Object.entries(part.properties ?? {}).map(([name, field]) => {
        const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
        const mark = required.has(name) ? '' : '?';
        return `${this.#docsOf(field, inner)}${inner}${key}${mark}: ${this.#type(field, inner)};\n`;
      });
    });
    const index = parts.flatMap((part) => this.#indexType(part, inner) ?? []);
    if (index[0] !== undefined) fields.push(`${inner}[name: string]: ${index[0]};\n`);
    return `{\n${fields.join('')}${indent}}`;
  }

  /** The type of fields that the contract does not list; fields that it lists need not be of that type. */
  #indexType(schema: Schema, indent: string): string | undefined {
    const { properties, additionalProperties: more } = schema;
    if (more === undefined ? properties !== undefined : more === false) return undefined;
    return typeof more === 'object' && properties === undefined ? this.#type(more, indent) : 'unknown';
  }

  /** What is said of a field; where nothing is, what is said of a value without a type of its own. */
  #docsOf(field: Schema, indent: string): string {
    const name = nameOf(field);
    const said = name !== undefined && this.#isInlined(name) ? this.#schema(name) : {};
    return docstring({ ...said, ...field }, indent);
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function intersection(parts: readonly string[]): string {
  if (parts.length === 1) return parts.join('');
  return parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

/** `0 | 1 | (number & {})`: editors offer the known values, and any other is accepted. */
function openType([known, plain, ...more]: readonly Schema[]): string | undefined {
  const isOpen = known?.enum && plain?.type === known.type && plain?.enum === undefined && more.length === 0;
  if (!isOpen) return undefined;
  const rest = plain?.type === 'integer' ? 'number' : String(plain?.type);
  return [...(known.enum ?? []).map(literal), `(${rest} & {})`].join(' | ');
}

/** The contract's description in the words of `docs/service.md`. */
function inPlainWords(text: string): string {
  return text
    .replace(/Field knowledge: (\w)/g, (_, first: string) => `Seen, not promised: ${first}`)
    .replaceAll(': not shown', ': left open by the service')
    .replaceAll('is not shown', 'is left open by the service')
    .replaceAll('not shown', 'left open');
}

function docstring({ description = '', default: assumed }: Schema, indent: string, see?: string): string {
  const tag = assumed === undefined ? [] : [`@default ${literal(assumed)}`];
  const lines = [...inPlainWords(description).trim().split('\n'), ...tag, ...(see ? [see] : [])].filter(
    Boolean,
  );
  if (lines.length === 0) return '';
  const [only] = lines;
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

/** The text of `objects.ts`. */
export function objectsOf(contract: Contract): string {
  return new Types(contract).file();
}
