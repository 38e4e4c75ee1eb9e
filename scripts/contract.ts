/** A schema of the contract, as far as code is generated from it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly not?: Schema;
  /** The section of docs/service.md that says what the service promises of it. */
  readonly 'x-see'?: string;
}

/** The contract, as far as code is generated from it. */
export interface Contract {
  readonly openapi: string;
  readonly info: unknown;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The name of the schema that a reference leads to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** Whether a schema is a text, a number or the like, which gets no type of its own. */
export function isPlain({ type, enum: values, not }: Schema): boolean {
  return (
    type !== undefined && type !== 'object' && type !== 'array' && values === undefined && not === undefined
  );
}
