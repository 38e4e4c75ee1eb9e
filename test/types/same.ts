import type * as z from 'zod/mini';

/** A type without what schemas and contract write differently: index signatures, readonly, `| undefined`. */
type Plain<T> = T extends readonly (infer Element)[]
  ? Plain<Element>[]
  : T extends object
    ? { -readonly [Key in keyof T as string extends Key ? never : Key]: Plain<Exclude<T[Key], undefined>> }
    : T;

type Equal<A, B> = (<G>() => G extends A ? 1 : 2) extends <G>() => G extends B ? 1 : 2 ? true : false;

export type Same<A, B> = Equal<Plain<A>, Plain<B>>;

/** The names that the contract has for a module's schemas, each with its schema. */
export type Named<Module> = {
  [Key in keyof Module as Key extends `${infer Name}Schema` ? Capitalize<Name> : never]: Made<Module[Key]>;
};

type Made<Make> = Make extends () => infer Schema ? (Schema extends z.ZodMiniType ? Schema : never) : never;
