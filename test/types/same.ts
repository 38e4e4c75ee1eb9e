import type * as z from 'zod/mini';

/** A type without what schemas and contract write differently: index signatures, readonly, `| undefined`. */
type Plain<T> = T extends readonly (infer Element)[]
  ? Plain<Element>[]
  : T extends object
    ? { -readonly [Key in keyof T as string extends Key ? never : Key]: Plain<Exclude<T[Key], undefined>> }
    : T;

type Equal<A, B> = (<G>() => G extends A ? 1 : 2) extends <G>() => G extends B ? 1 : 2 ? true : false;

export type Same<A, B> = Equal<Plain<A>, Plain<B>>;

/** The names of a module's schemas without their ending, each with its schema. */
export type Named<Module> = {
  [Key in keyof Module as Key extends `${infer Name}Schema` ? Name : never]: Module[Key] extends z.ZodMiniType
    ? Module[Key]
    : never;
};
