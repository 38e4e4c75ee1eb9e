/** A schema of the contract: the keywords that the generators read. */
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
  /** The section of docs/service.md about the schema. */
  readonly 'x-see'?: string;
  /** Neither the type nor the schema is public. */
  readonly 'x-internal'?: true;
  /** Its fields are a part of others; the type alone is public. */
  readonly 'x-part'?: true;
  /** `none`: the field is not checked. The service has sent it, but does not promise it. */
  readonly 'x-check'?: 'none';
  /** What happens when the field is missing or wrong in an answer. @default see `Contract` */
  readonly 'x-use'?: Use;
  /** The field is promised and typed, and was null all the same. A field that comes along needs no such mark. */
  readonly 'x-seen-null'?: true;
}

/** What happens when a field of an answer is missing or wrong; the contract says it in its own words. */
export type Use = 'needed' | 'typed' | 'comes-along';

export type Schemas = Readonly<Record<string, Schema>>;

/** An object of JSON, such as an operation of the contract. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** The contract: the parts that the generators read. */
export interface Contract {
  readonly openapi: string;
  readonly info: JsonObject;
  /** The names of fields that are needed or come along, whichever schema they are in. */
  readonly 'x-uses': Readonly<Record<'needed' | 'comes-along', readonly string[]>>;
  readonly paths: JsonObject;
  readonly components: {
    readonly schemas: Schemas;
    readonly requestBodies: JsonObject;
    readonly responses: JsonObject;
  };
}

/** The name of the schema that a reference points to. */
export const readReference = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** Whether a schema is that of any string, number or boolean. Such a schema gets no type of its own. */
export function isPrimitive({ type, enum: values, not }: Schema): boolean {
  return (
    type !== undefined && type !== 'object' && type !== 'array' && values === undefined && not === undefined
  );
}

/** The known values of an extensible enum, and the schema of any value: it is an `anyOf` of these two. */
export function readExtensibleEnum({
  anyOf = [],
}: Schema): { known: readonly unknown[]; plain: Schema } | undefined {
  const [known, plain, ...more] = anyOf;
  const isOpen = known?.enum && plain?.type === known.type && plain?.enum === undefined && more.length === 0;
  return isOpen && known?.enum && plain ? { known: known.enum, plain } : undefined;
}

/** Whether a field holds an object, which can be null. */
function isObjectField(field: Schema, schemas: Schemas): boolean {
  const name = readReference(field);
  if (name !== undefined) return isObjectField(schemas[name] ?? {}, schemas);
  if (field.anyOf)
    return field.anyOf.every((branch) => branch.type === 'null' || isObjectField(branch, schemas));
  return field.allOf !== undefined || field.properties !== undefined;
}

/** Whether an answer without a field that the service promises is used all the same: it comes along, or was seen null. */
export function canBeMissing(name: string, field: Schema, contract: Contract): boolean {
  const { needed, 'comes-along': along } = contract['x-uses'];
  if (field['x-seen-null']) return true;
  const use = field['x-use'] ?? (needed.includes(name) ? 'needed' : undefined);
  if (use !== undefined) return use === 'comes-along';
  return along.includes(name) || isObjectField(field, contract.components.schemas);
}
