import type { Issue } from './checked.js';
import { describeKind, isFields } from './kinds.js';
import { suggestNames } from './names.js';

/** How one option is checked and copied. */
export interface Rule {
  /** What is wrong with the value; `options` is the whole object, for rules that look at another option. */
  check(value: unknown, path: string, options: object): readonly Issue[];
  /** Whether `undefined` is validated. @default false; it means the default */
  readonly isRequired?: boolean | undefined;
  /** Copies a value that can change later. @default the value itself */
  readonly copy?: ((value: unknown, options: object) => unknown) | undefined;
}

/** A rule for each name that an options object can have. */
export type Rules<Options> = { readonly [Name in keyof Options]-?: Rule };

/**
 * A copy of an options object, to read the options from. It has what the object and its classes have, such as the `signal` of an
 * AbortController, and inherits nothing: what other code has put on `Object.prototype` is no option. A value that is no object
 * stays as it is, for the check to refuse.
 */
export function copyOwn<Options>(options: Options): Options {
  if (!isFields(options)) return options;
  const copy: object = Object.create(null);
  for (const name of listClasses(options).flatMap(Object.getOwnPropertyNames))
    Object.defineProperty(copy, name, { value: options[name], configurable: true, writable: true });
  // Only these are named to the check of unknown names.
  return Object.assign(copy, options);
}

/** The prototypes of an object, the nearest first, without that of all objects. */
function listClasses(options: object): readonly object[] {
  const prototype: object | null = Object.getPrototypeOf(options);
  const isRoot = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isRoot ? [] : [prototype, ...listClasses(prototype)];
}

/** The value of an option; undefined for what the object has from `Object.prototype` alone. */
export function readOption(options: object, name: string): unknown {
  const hasOption = [options, ...listClasses(options)].some((holder) => Object.hasOwn(holder, name));
  return hasOption ? Reflect.get(options, name) : undefined;
}

/**
 * What is wrong with an options object. Undefined means the default of an option; without an object, all options have
 * their defaults. Unknown names are refused, whatever their value: a misspelt `maxPoints` would set no limit.
 *
 * @param path the name of the object in messages; its options are named without it
 */
export function checkOptions<Options>(
  path: string,
  options: unknown,
  rules: Rules<Options>,
): readonly Issue[] {
  return checkOptionsAt(path, '', options, rules);
}

/** The same, for options whose names in messages begin with a prefix. */
export function checkOptionsAt(
  path: string,
  prefix: string,
  options: unknown,
  rules: Readonly<Record<string, Rule>>,
): readonly Issue[] {
  const given = options === undefined ? {} : options;
  if (!isFields(given)) {
    return [{ path, message: `must be an object; got ${describeKind(given)}` }];
  }
  let issues: readonly Issue[] = [];
  for (const [name, { check, isRequired }] of Object.entries(rules)) {
    const value = readOption(given, name);
    if (value !== undefined || isRequired) issues = issues.concat(check(value, prefix + name, given));
  }
  return [...issues, ...checkNames(prefix, given, Object.keys(rules))];
}

/** An issue for each unknown name, with the nearest known one. */
export function checkNames(prefix: string, options: object, known: readonly string[]): readonly Issue[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: prefix + name,
      message: `is not an option; ${suggestNames(name, known, 'options')}`,
    }));
}

/** Copies checked options, so that a later change to them has no effect. The copy inherits nothing, as that of `copyOwn`. */
export function copyOptions<Options extends object>(options: Options, rules: Rules<Options>): Options {
  const copy: Record<string, unknown> = Object.create(null);
  // The rules have the names of these options.
  for (const [name, rule] of Object.entries(rules as Readonly<Record<string, Rule>>)) {
    const value = readOption(options, name);
    if (value !== undefined) copy[name] = rule.copy ? rule.copy(value, options) : value;
  }
  // The same names, with values of the same types.
  return copy as Options;
}

/** Calls an option that observes. Its errors, thrown or in a rejected promise, are ignored: they never end what it observes. */
export function ignoreErrors(observe: () => unknown): void {
  void (async () => observe())().catch(() => undefined);
}
