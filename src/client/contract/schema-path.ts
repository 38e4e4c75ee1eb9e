import type * as z from 'zod/mini';
import { getUse, type Use } from './use.js';

type AnySchema = z.ZodMiniType;

/** What schemas of all kinds are made of: zod has a type for each kind. */
interface Parts {
  readonly type: string;
  readonly shape: Readonly<Record<string, AnySchema>>;
  readonly element: AnySchema;
  readonly innerType: AnySchema | undefined;
  readonly options: readonly AnySchema[] | undefined;
  readonly values: readonly unknown[] | undefined;
  readonly catchall: AnySchema | undefined;
  readonly checks: readonly unknown[] | undefined;
}

// Only parts that a schema of its kind has are read.
const getParts = (schema: AnySchema): Parts => schema.def as unknown as Parts;

/** A place in the values of a schema. All items of a list share it. */
export class SchemaPath {
  /** The path without the numbers of items. */
  readonly name: string;
  /** The name of the field. */
  readonly key: string;
  readonly use: Use;
  /** The schema of what can be here, beside null and undefined. */
  readonly schema: AnySchema;
  readonly type: string;
  /** Whether only values of one primitive type can be right. */
  readonly isTyped: boolean;
  /** Whether nothing more is checked of them, except that a number is an integer. */
  readonly isPlain: boolean;
  readonly takesNull: boolean;
  readonly takesNothing: boolean;
  #inner: readonly SchemaPath[] | undefined;

  constructor(schema: AnySchema, name = '', use: Use = 'needed', key = '') {
    const wrappers: string[] = [];
    let inner = schema;
    for (let parts = getParts(inner); parts.innerType; parts = getParts(inner)) {
      wrappers.push(parts.type);
      inner = parts.innerType;
    }
    this.name = name;
    this.key = key;
    this.use = use;
    this.schema = inner;
    this.type = getParts(inner).type;
    this.isTyped = ['string', 'number', 'boolean'].includes(this.type);
    this.isPlain = this.isTyped && (this.type === 'number' || getParts(inner).checks === undefined);
    this.takesNull = wrappers.includes('nullable');
    this.takesNothing = wrappers.includes('optional');
  }

  /** The places of the fields of an object, of the items of a list, or of the branches of a union. */
  get inner(): readonly SchemaPath[] {
    this.#inner ??= this.#makeInner();
    return this.#inner;
  }

  /** What the `type` of an object must be, where it must be one of a few. */
  get kinds(): readonly unknown[] | undefined {
    const { type } = getParts(this.schema).shape ?? {};
    return type && getParts(type).values;
  }

  /** Whether an object may have no other fields. */
  get isClosed(): boolean {
    const { catchall } = getParts(this.schema);
    return catchall !== undefined && getParts(catchall).type === 'never';
  }

  #makeInner(): readonly SchemaPath[] {
    const { name, use, type } = this;
    const { shape, options, element } = getParts(this.schema);
    if (type === 'array') return [new SchemaPath(element, `${name}[]`, use)];
    if (options) return options.map((option) => new SchemaPath(option, name, use));
    return Object.entries(shape).map(
      ([key, field]) => new SchemaPath(field, joinPath(name, key), narrowUse(use, getUse(field)), key),
    );
  }
}

/** The use of a field in an object with this use. */
function narrowUse(outer: Use, use: Use): Use {
  if (outer === 'along') return outer;
  return outer === 'typed' && use === 'needed' ? outer : use;
}

/** The name of a field in what is at a place. */
export function joinPath(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}
