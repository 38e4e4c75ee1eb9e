import type * as z from 'zod/mini';
import { getUse, type Use } from './use.js';

type Schema = z.ZodMiniType;

/** What a part of a schema is made of: zod has a type for each kind of schema, and here only the kind decides. */
interface Parts {
  readonly type: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly element: Schema;
  readonly innerType: Schema | undefined;
  readonly options: readonly Schema[] | undefined;
  readonly values: readonly unknown[] | undefined;
  readonly catchall: Schema | undefined;
  readonly checks: readonly unknown[] | undefined;
}

// A part that a schema of one kind does not have is never asked for.
const getParts = (schema: Schema): Parts => schema.def as unknown as Parts;

/** A place in the values of a schema. All items of a list share it, so that it is made once. */
export class Place {
  /** The path without the numbers of items. */
  readonly name: string;
  /** The name of the field. */
  readonly key: string;
  readonly use: Use;
  /** What can be here, beside null and nothing. */
  readonly schema: Schema;
  readonly type: string;
  /** Whether only values of one type of the language can be right. */
  readonly isTyped: boolean;
  /** Whether nothing more is asked of them, but that a number is an integer. */
  readonly isPlain: boolean;
  readonly takesNull: boolean;
  readonly takesNothing: boolean;
  #inner: readonly Place[] | undefined;

  constructor(schema: Schema, name = '', use: Use = 'needed', key = '') {
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
  get inner(): readonly Place[] {
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

  #makeInner(): readonly Place[] {
    const { name, use, type } = this;
    const { shape, options, element } = getParts(this.schema);
    if (type === 'array') return [new Place(element, `${name}[]`, use)];
    if (options) return options.map((option) => new Place(option, name, use));
    return Object.entries(shape).map(
      ([key, field]) => new Place(field, joinPath(name, key), narrowUse(use, getUse(field)), key),
    );
  }
}

/** What a field's use means in an object with this use. */
function narrowUse(outer: Use, use: Use): Use {
  if (outer === 'along') return outer;
  return outer === 'typed' && use === 'needed' ? outer : use;
}

/** The name of a field in what is at a place. */
export function joinPath(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}
