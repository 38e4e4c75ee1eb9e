import type { Mismatch } from '../../base/checked.js';
import { describeKind, describeSize, type Fields, isFields, KINDS, readFields } from '../../base/kinds.js';
import { suggestName } from '../../base/names.js';
import { describeAllowedValues, describeRule, nameType } from './describe-rule.js';
import { joinPath, type SchemaPath } from './schema-path.js';

/** With more mismatches that refuse it, a value is refused as a whole. */
const MAX_REFUSALS = 20;
/** Mismatches that refuse nothing, counted for each item. No real answer comes near it. */
const MAX_WARNINGS = 10_000;
/** The longest list that is compared item by item, in an answer that differs somewhere. */
const MAX_ITEMS = 10_000;

const MUST_BE_LIST = `must be ${KINDS.array}`;
const MUST_BE_OBJECT = `must be ${KINDS.object}`;

/** What a caller uses: the places, by the contract where it does not say, or everything. */
export type Uses = readonly string[] | 'everything' | undefined;

/**
 * Compares one value with its schema. It ends early when there is too much that differs.
 *
 * zod's `safeParse` with a table from paths to uses would do the same, but where no code may be generated it takes 3.1 times as
 * long as `JSON.parse` of a page of 100 simple questions, and this takes 0.8 times as long. With generated code, too, a page with
 * one wrong item costs 3.0 times as much as its parsing, and 0.8 times with this, since zod then checks it all again without that code.
 */
class Comparison {
  readonly mismatches: Mismatch[] = [];
  readonly #uses: Uses;
  /** The places of mismatches that refuse nothing. */
  readonly #warned = new Set<string>();
  /** Whether the caller uses what is at a place. */
  readonly #used = new Map<SchemaPath, boolean>();
  /** The numbers of the items that are being compared, from the outermost list on. */
  readonly #indexes: number[];
  #refusals = 0;
  #warnings = 0;
  #isOver = false;
  /** The type of the event that is being compared. */
  #type: unknown;

  constructor(uses: Uses, indexes: number[] = []) {
    this.#uses = uses;
    this.#indexes = indexes;
  }

  compare(at: SchemaPath, value: unknown): void {
    const { type } = at;
    if ((value === null && at.takesNull) || (value === undefined && at.takesNothing)) return;
    if (type === 'union') this.#compareBranch(at, value);
    else if (type === 'array') {
      if (!Array.isArray(value)) this.#refuseKind(at, MUST_BE_LIST, value);
      // Of a list itself, only whether it may be empty is checked.
      else if (value.length === 0) this.#parse(at, value);
      else this.#compareItems(at, value);
    } else if (type !== 'object') this.#parse(at, value);
    else if (isFields(value)) this.#compareFields(at, value);
    else this.#refuseKind(at, MUST_BE_OBJECT, value);
  }

  #compareFields(at: SchemaPath, value: Fields): void {
    for (const field of at.inner) {
      if (this.#isOver) return;
      this.compare(field, value[field.key]);
    }
    if (!at.isClosed) return;
    const known = at.inner.map(({ key }) => key);
    for (const name of Object.keys(value).filter((key) => !known.includes(key))) {
      this.#report(at, explainUnknownField(name, known), true, name);
    }
  }

  #compareItems(at: SchemaPath, items: readonly unknown[]): void {
    // A list has one place inside.
    const [element] = at.inner as readonly [SchemaPath];
    if (items.length > MAX_ITEMS) {
      if (!items.every((item) => findMismatches(element, item, 'everything').length === 0))
        this.#end(`has ${items.length} items, and not all are right`, at);
      return;
    }
    const depth = this.#indexes.push(0) - 1;
    for (let index = 0; index < items.length && !this.#isOver; index += 1) {
      this.#indexes[depth] = index;
      this.compare(element, items[index]);
    }
    this.#indexes.pop();
  }

  /** Takes the branch that the `type` of the value names, or the one that takes all others. */
  #compareBranch(at: SchemaPath, value: unknown): void {
    const type: unknown = readFields(value).type;
    this.#type = type;
    const named = at.inner.filter(({ kinds }) => kinds?.includes(type));
    const [branch = at.inner.find(({ kinds }) => kinds === undefined), ...more] = named;
    if (branch === undefined) {
      const kinds = at.inner.flatMap((option) => option.kinds ?? []);
      if (!isFields(value)) this.#refuseKind(at, MUST_BE_OBJECT, value);
      else
        this.#report(
          at,
          `${describeAllowedValues([...new Set(kinds)])}; got ${describeKind(type)}`,
          true,
          'type',
        );
    } else if (more.length === 0) this.compare(branch, value);
    else {
      const tried = named.map((option) => {
        const comparison = new Comparison(this.#uses, this.#indexes);
        comparison.compare(option, value);
        return comparison.mismatches;
      });
      const [closest = []] = tried.toSorted((left, right) => left.length - right.length);
      this.mismatches.push(...closest);
    }
  }

  #parse(at: SchemaPath, value: unknown): void {
    const { schema, type } = at;
    // Most values that differ are missing or have another type. zod is not needed to say that.
    if (at.isTyped && typeof value !== type) {
      this.#refuseKind(at, `must be ${nameType(type)}`, value);
      return;
    }
    if (at.isPlain && (type !== 'number' || Number.isSafeInteger(value))) return;
    const result = schema.safeParse(value);
    if (result.success) return;
    const verdict = this.#count(at, value, isOfType(type, value));
    // zod makes its error when it is first read.
    if (verdict === undefined) return;
    for (const issue of result.error.issues) {
      const name = issue.path[0];
      const held = name === undefined ? value : Reflect.get(readFields(value), name);
      const got = issue.code === 'custom' ? describeSize(held) : describeKind(held);
      this.#report(at, `${describeRule(issue)}; got ${got}`, verdict === 'refuses', name);
    }
  }

  #refuseKind(at: SchemaPath, rule: string, value: unknown): void {
    const verdict = this.#count(at, value, false);
    if (verdict === undefined) return;
    this.#report(at, `${rule}; got ${describeKind(value)}`, verdict === 'refuses');
  }

  /**
   * Counts a mismatch.
   *
   * @param isRight whether the value has the right type at least
   * @returns what it does to the answer; undefined where the place was reported before, or the comparison is over
   */
  #count(at: SchemaPath, value: unknown, isRight: boolean): 'refuses' | 'warns' | undefined {
    const refuses = this.#refuses(at, value !== undefined && value !== null && !isRight);
    if (refuses) this.#refusals += 1;
    else this.#warnings += 1;
    if (this.#refusals > MAX_REFUSALS || this.#warnings > MAX_WARNINGS) {
      this.#end('has too many fields that are not what the contract says');
    } else if (refuses) return 'refuses';
    else if (!this.#warned.has(at.name)) {
      this.#warned.add(at.name);
      return 'warns';
    }
    return undefined;
  }

  #refuses(at: SchemaPath, isOfOtherType: boolean): boolean {
    const uses = this.#uses;
    if (uses === undefined) return at.use === 'needed' || (at.use === 'typed' && isOfOtherType);
    if (uses === 'everything') return true;
    // The branch of a union that a place is in decides by itself which types it can have.
    const isKnown = this.#used.get(at) ?? uses.some((used) => isUsed(used, at.name, this.#type));
    this.#used.set(at, isKnown);
    return isKnown;
  }

  /** Refuses the whole value, and ends the comparison. */
  #end(message: string, at?: SchemaPath): void {
    this.#isOver = true;
    const path = at === undefined ? '' : this.#locate(at.name);
    this.mismatches.push({ path, place: at?.name ?? '', message, refuses: true, index: undefined });
  }

  /** @param name of a field in what is at the place */
  #report(at: SchemaPath, message: string, refuses: boolean, name?: PropertyKey): void {
    const place = name === undefined ? at.name : joinPath(at.name, String(name));
    this.mismatches.push({ path: this.#locate(place), place, message, refuses, index: this.#indexes[0] });
  }

  /** The place with the numbers of the items that are being compared. */
  #locate(place: string): string {
    let list = 0;
    return place.replaceAll('[]', () => `[${this.#indexes[list++]}]`);
  }
}

/** Whether a caller that uses one place uses what is at another, or in it. */
function isUsed(used: string, place: string, type: unknown): boolean {
  const [path, only = type] = used.split('@');
  return (
    only === type && (place === '' || `${path}.`.startsWith(`${place}.`) || used.startsWith(`${place}[`))
  );
}

/** Whether a wrong value has the right type at least: another text, or a number with a fraction. */
function isOfType(type: string, value: unknown): boolean {
  // Of zod's `unknown`, the only check is for an integer.
  return type === 'literal' || typeof value === (type === 'unknown' ? 'number' : type);
}

function explainUnknownField(name: string, known: readonly string[]): string {
  const takesMore = known.includes('extra') && name !== 'access_token';
  const hint =
    suggestName(name, known) ??
    (takesMore
      ? 'a field that only the service knows goes into extra'
      : `the fields are ${known.join(', ')}`);
  return `is not a known field; ${hint}`;
}

/** Where a value differs from a schema; `uses` is what its caller uses of it. */
export function findMismatches(root: SchemaPath, value: unknown, uses: Uses): readonly Mismatch[] {
  const comparison = new Comparison(uses);
  comparison.compare(root, value);
  return comparison.mismatches;
}
