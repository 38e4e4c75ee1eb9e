import { signal } from '@preact/signals';

/** The contract of the service, an OpenAPI document, as far as the desk reads it. */
export interface Contract {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], OperationItem>>> & HasParameters;

interface HasParameters {
  readonly parameters?: readonly (Parameter | Reference)[];
}

/** Another place of the contract, such as `#/components/parameters/page`. */
export interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The body of a request or of an answer. */
export interface ContentItem {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface OperationItem extends HasParameters {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly requestBody?: ContentItem | Reference;
  readonly responses: Readonly<Record<string, ContentItem | Reference>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The contract, once it is read. */
export const contract = signal<Contract | null>(null);

/** Reads the contract, if it is not there yet. Without it, the desk can do less. */
export async function readContract(): Promise<void> {
  if (contract.peek() !== null) return;
  const response = await fetch('openapi.json').catch(() => undefined);
  if (response?.ok === true) contract.value = (await response.json()) as Contract; // our own file
}

/** An operation with its method, its path, and the parameters of both. */
export interface Operation extends OperationItem {
  readonly method: string;
  readonly path: string;
  /** The same as a fault names them, such as `GET /api/v1/projects/*`. */
  readonly on: string;
  readonly parameters: readonly (Parameter | Reference)[];
}

/** The operations in the order of the contract. */
export function listOperations({ paths }: Contract): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const name = method.toUpperCase();
      const on = `${name} ${path.replace(/\{\w+\}/g, '*')}`;
      return [{ ...operation, method: name, path, on, parameters }];
    }),
  );
}

/** Follows a reference to another place of the contract. */
export function resolve<Item extends object>(known: Contract, item: Item | Reference): Item {
  if (!('$ref' in item) || typeof item.$ref !== 'string') return item as Item;
  let found: unknown = known;
  for (const name of item.$ref.split('/').slice(1))
    found = (found as Readonly<Record<string, unknown>>)[name];
  return found as Item; // the contract's tests say that each reference leads to what belongs there
}
