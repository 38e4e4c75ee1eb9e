import { isFields, isWhole, toFields } from '../../base/kinds.js';
import type { Params } from './form.js';
import { invalid } from './reply.js';

const BLANK = "can't be blank";
const INVALID = 'is invalid';

/** Characters that texts must not contain: NUL, and halves of surrogate pairs. */
const FORBIDDEN_IN_TEXT = /[\0\p{Surrogate}]/u;

/** Reads the parameters of a request one by one, and collects an error for each wrong one. */
export class RequestFields {
  readonly #values: Params;
  readonly #prefix: string;
  /** Whether numbers may be text, since a form has nothing but text. */
  readonly #isForm: boolean;
  readonly #errors: Map<string, string>;

  constructor(values: unknown, isForm: boolean, prefix = '', errors = new Map<string, string>()) {
    this.#values = toFields(values);
    this.#isForm = isForm;
    this.#prefix = prefix;
    this.#errors = errors;
  }

  fail(name: string, text: string): void {
    this.#errors.set(this.#prefix + name, text);
  }

  /** @throws Refusal with 422 when any parameter was wrong */
  check(): void {
    if (this.#errors.size > 0) throw invalid(Object.fromEntries(this.#errors));
  }

  /** Whether there is a value that is not null. */
  has(name: string): boolean {
    return (this.#read(name) ?? null) !== null;
  }

  /** The text, or null when there is none. */
  readText(name: string, max = Number.POSITIVE_INFINITY): string | null {
    const value = this.#read(name) ?? null;
    if (value === null) return null;
    if (typeof value !== 'string' || FORBIDDEN_IN_TEXT.test(value)) {
      this.fail(name, INVALID);
      return null;
    }
    if (value.length > max && [...value].length > max) {
      this.fail(name, `is too long (maximum is ${max} characters)`);
    }
    return value;
  }

  /** A text that is not blank. Returns an empty text after an error. */
  readRequiredText(name: string, max?: number): string {
    const text = this.readText(name, max);
    if (this.#errors.has(this.#prefix + name)) return '';
    if (text === null || text.trim() === '') this.fail(name, BLANK);
    return text ?? '';
  }

  /** An integer above 0, or null when there is none. */
  readId(name: string): number | null {
    const value = this.#readNumber(name);
    if (value === undefined || value === null) return null;
    if (isWhole(value, 1)) return value;
    this.fail(name, INVALID);
    return null;
  }

  /** One of the allowed numbers. The first one is the default. */
  readChoice(name: string, [first, ...others]: readonly [number, ...number[]]): number {
    const value = this.#readNumber(name);
    if (value === undefined || value === first) return first;
    if (value !== null && others.includes(value)) return value;
    this.fail(name, INVALID);
    return first;
  }

  /** 0 or 1, also as text. @see docs/service.md, Projects */
  readFlag(name: string): boolean {
    const value = this.#read(name);
    if (value === undefined || value === 0 || value === '0') return false;
    if (value === 1 || value === '1') return true;
    this.fail(name, INVALID);
    return false;
  }

  /** Checks a list of ids. It may be missing. */
  checkIds(name: string): void {
    const value = this.#read(name);
    if (value === undefined) return;
    const fits = (id: unknown) => (this.#isForm && isDigits(id)) || isWhole(id, 1);
    if (!(Array.isArray(value) && value.every(fits))) this.fail(name, INVALID);
  }

  /** The entries of a non-empty list, each with its own parameters. */
  readEntries(name: string, max: number): RequestFields[] {
    const value = this.#read(name) ?? null;
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      this.fail(name, BLANK);
      return [];
    }
    if (!Array.isArray(value) || !value.every(isFields)) {
      this.fail(name, INVALID);
      return [];
    }
    if (value.length > max) {
      this.fail(name, `is too long (maximum is ${max} entries)`);
      return [];
    }
    return value.map(
      (entry, index) =>
        new RequestFields(entry, this.#isForm, `${this.#prefix}${name}[${index}].`, this.#errors),
    );
  }

  #readNumber(name: string): number | null | undefined {
    const value = this.#read(name);
    if (value === undefined || typeof value === 'number') return value;
    if (this.#isForm && isDigits(value)) return Number(value);
    this.fail(name, INVALID);
    return null;
  }

  #read(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,15}$/.test(value);
}
