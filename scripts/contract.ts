/** A schema of the contract, as far as code is generated from it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: Schema;
  readonly minLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The section of docs/service.md that says what the service promises of it. */
  readonly 'x-see'?: string;
  /** Neither the type nor the schema is public. */
  readonly 'x-internal'?: true;
  /** Its fields are a part of others; the type alone is public. */
  readonly 'x-part'?: true;
  /** `none`: the field has been seen and is not promised, so nothing of it is a reason to refuse an answer. */
  readonly 'x-check'?: 'none';
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A value of JSON, as the contract's operations are read. */
export type Json = Readonly<Record<string, unknown>>;

/** The contract, as far as code is generated from it. */
export interface Contract {
  readonly openapi: string;
  readonly info: Json;
  readonly paths: Json;
  readonly components: { readonly schemas: Schemas; readonly responses: Json };
}

/** The name of the schema that a reference leads to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** Whether a schema is a text, a number or the like, which gets no type of its own. */
export function isPlain({ type, enum: values, not }: Schema): boolean {
  return (
    type !== undefined && type !== 'object' && type !== 'array' && values === undefined && not === undefined
  );
}

/** The known values of an open value, and their type: `anyOf` of an enumeration and its plain type. */
export function openValues({ anyOf = [] }: Schema): { known: readonly unknown[]; plain: Schema } | undefined {
  const [known, plain, ...more] = anyOf;
  const isOpen = known?.enum && plain?.type === known.type && plain?.enum === undefined && more.length === 0;
  return isOpen && known?.enum && plain ? { known: known.enum, plain } : undefined;
}
