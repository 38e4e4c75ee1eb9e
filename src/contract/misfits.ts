import type * as z from 'zod/mini';
import { KINDS, kindOf } from '../base/kinds.js';
import type { Misfit } from '../base/misfits.js';
import { ruleOf } from './rule-of.js';
import { type Use, useOf } from './use.js';

type Schema = z.core.$ZodType;

/** An answer with more misfits that refuse is refused as a whole. */
const MAX_REFUSALS = 20;
/** Misfits that refuse nothing, each item counted. No real answer comes near it. */
const MAX_WARNINGS = 10_000;
/** Items of one list in an answer that differs somewhere. */
const MAX_ITEMS = 10_000;

/** What a part of a schema is made of: zod has a type for each kind of schema, and here only the kind decides. */
interface Parts {
  readonly type: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly element: Schema;
  readonly innerType: Schema;
  readonly options: readonly Schema[];
  readonly values: readonly unknown[];
}

const MUST_BE_LIST = `must be ${KINDS.array}`;
const MUST_BE_OBJECT = `must be ${KINDS.object}`;

// A part that a schema of one kind does not have is never asked for.
const partsOf = (schema: Schema): Parts => schema._zod.def as unknown as Parts;

/** Compares one answer with its schema. It ends early when there is too much that differs. */
class Comparison {
  readonly misfits: Misfit[] = [];
  readonly #uses: readonly string[] | undefined;
  /** The places of misfits that refuse nothing. */
  readonly #warned = new Set<string>();
  /** The numbers of the items that are being compared, from the outermost list on. */
  readonly #indexes: number[] = [];
  #refusals = 0;
  #warnings = 0;
  #isOver = false;
  /** The type of the event that is being compared. */
  #type: unknown;

  constructor(uses: readonly string[] | undefined) {
    this.#uses = uses;
  }

  compare(schema: Schema, value: unknown, place: string, use: Use): void {
    const { type, innerType, element, options, shape } = partsOf(schema);
    if (type === 'nullable' || type === 'optional') {
      if (value !== (type === 'nullable' ? null : undefined)) this.compare(innerType, value, place, use);
    } else if (type === 'union') {
      this.#type = Object(value).type;
      this.compare(branchOf(options, this.#type), value, place, use);
    } else if (type === 'array') {
      if (Array.isArray(value)) this.#list(element, value, place, use);
      else this.#wrong(MUST_BE_LIST, value, place, use, false);
    } else if (type === 'object') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        this.#wrong(MUST_BE_OBJECT, value, place, use, false);
        return;
      }
      for (const name in shape) {
        const field = shape[name];
        if (this.#isOver || field === undefined) return;
        // Whatever the field holds: that is what is compared.
        const held = (value as Readonly<Record<string, unknown>>)[name];
        this.compare(field, held, place === '' ? name : `${place}.${name}`, within(use, useOf(field)));
      }
    } else this.#plain(schema, value, place, use);
  }

  #list(element: Schema, items: readonly unknown[], place: string, use: Use): void {
    if (items.length > MAX_ITEMS) {
      this.#end(`has ${items.length} items, and not all are right`, place);
      return;
    }
    for (let index = 0; index < items.length && !this.#isOver; index += 1) {
      this.#indexes.push(index);
      this.compare(element, items[index], `${place}[]`, use);
      this.#indexes.pop();
    }
  }

  #plain(schema: Schema, value: unknown, place: string, use: Use): void {
    // Most of what differs is missing, and a text says nothing new of the same place.
    if (value === undefined && use !== 'needed' && !this.#uses && this.#warned.has(place)) {
      this.#wrong('', value, place, use, false);
      return;
    }
    const { issues } = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;
    const [issue] = issues;
    // zod's own issues have all that is asked for here.
    if (issue) this.#wrong(ruleOf(issue as z.core.$ZodIssue), value, place, use, isOfType(schema, value));
  }

  /** @param isRight whether the value has the right type at least */
  #wrong(rule: string, value: unknown, place: string, use: Use, isRight: boolean): void {
    const isAbsent = value === undefined || value === null;
    const refuses = this.#uses
      ? this.#uses.some((one) => isUsed(one, place, this.#type))
      : use === 'needed' || (use === 'typed' && !isAbsent && !isRight);
    if (refuses) this.#refusals += 1;
    else this.#warnings += 1;
    if (this.#refusals > MAX_REFUSALS || this.#warnings > MAX_WARNINGS) {
      this.#end('has too many fields that are not what the contract says');
    } else if (refuses || !this.#warned.has(place)) {
      if (!refuses) this.#warned.add(place);
      this.#report(`${rule}; got ${kindOf(value)}`, place, refuses, this.#indexes[0]);
    }
  }

  /** Refuses the whole answer, and ends the comparison. */
  #end(message: string, place = ''): void {
    this.#isOver = true;
    this.#report(message, place, true);
  }

  #report(message: string, place: string, refuses: boolean, index?: number): void {
    let list = 0;
    const path = place.replaceAll('[]', () => `[${this.#indexes[list++]}]`);
    this.misfits.push({ path, place, message, refuses, index });
  }
}

/** What a field's use means in an object with this use. */
function within(outer: Use, use: Use): Use {
  if (outer === 'along') return outer;
  return outer === 'typed' && use === 'needed' ? outer : use;
}

/** Whether a caller that uses one place uses what is at another, or in it. */
function isUsed(used: string, place: string, type: unknown): boolean {
  const [path, only = type] = used.split('@');
  return (
    only === type && (place === '' || `${path}.`.startsWith(`${place}.`) || used.startsWith(`${place}[`))
  );
}

/** The branch that the `type` of the value names. The last branch of a union takes what no other does. */
function branchOf(options: readonly Schema[], type: unknown): Schema {
  const named = options.find((option) => {
    const field = partsOf(option).shape.type;
    return field !== undefined && partsOf(field).values?.includes(type);
  });
  // A union has branches.
  return named ?? (options.at(-1) as Schema);
}

/** Whether a value that does not fit has the type at least: another text, or a number with a fraction. */
function isOfType(schema: Schema, value: unknown): boolean {
  const { type } = partsOf(schema);
  // The only check of something that is of no type for zod is for an integer.
  return type === 'literal' || typeof value === (type === 'unknown' ? 'number' : type);
}

/** Where a value differs from a schema of an answer; `uses` is what its caller uses of it. */
export function misfitsOf(
  schema: Schema,
  value: unknown,
  uses: readonly string[] | undefined,
): readonly Misfit[] {
  const comparison = new Comparison(uses);
  comparison.compare(schema, value, '', 'needed');
  return comparison.misfits;
}
