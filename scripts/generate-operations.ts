/** Generates the list of operations, from the contract: how each is called, and whether it changes something. */
import { type Contract, isObject, type JsonObject } from './contract.ts';

/** Where the interface begins. What is beside it is for signing in. */
const INTERFACE = '/api/v1/';
const METHODS = ['get', 'post', 'put', 'delete'];

const readChild = (parent: unknown, name: string): JsonObject => {
  const child = isObject(parent) ? parent[name] : undefined;
  return isObject(child) ? child : {};
};

/** The names of the parameters of the query. A reference names its parameter. */
function listQueryParameters({ parameters }: JsonObject): string[] {
  const listed: unknown[] = Array.isArray(parameters) ? parameters : [];
  return listed.filter(isObject).map(({ $ref, name }) => String(name ?? String($ref).split('/').at(-1)));
}

function readBodyKind({ requestBody }: JsonObject, { components }: Contract): 'json' | 'file' | 'none' {
  const shared = isObject(requestBody) ? String(requestBody.$ref).split('/').at(-1) : undefined;
  const content = {
    ...readChild(requestBody, 'content'),
    ...readChild(readChild(components.requestBodies, shared ?? ''), 'content'),
  };
  if ('application/json' in content) return 'json';
  return 'multipart/form-data' in content ? 'file' : 'none';
}

function listOperations(path: string, item: JsonObject, contract: Contract): string[] {
  return METHODS.filter((method) => method in item).map((method) => {
    const operation = readChild(item, method);
    const fields = {
      method: method.toUpperCase(),
      path,
      query: listQueryParameters(operation),
      body: readBodyKind(operation, contract),
      isRead: method === 'get' || operation['x-read'] === true,
    };
    return `  ${JSON.stringify(String(operation.operationId))}: ${JSON.stringify(fields)},`;
  });
}

export function generateOperations(contract: Contract): string {
  const lines = Object.entries(contract.paths).flatMap(([path, item]) =>
    path.startsWith(INTERFACE) && isObject(item) ? listOperations(path, item, contract) : [],
  );
  return `/** One operation of the interface. */
export interface ContractOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A template: \`/api/v1/questions/{question_id}\`. */
  readonly path: string;
  /** The parameters of the query, without the token. */
  readonly query: readonly string[];
  readonly body: 'json' | 'file' | 'none';
  /** Whether it changes nothing. */
  readonly isRead: boolean;
}

/** The operations of the interface by their names, without those for signing in. */
export const OPERATIONS = {
${lines.join('\n')}
} as const satisfies Readonly<Record<string, ContractOperation>>;

/** The name of an operation, which is that of the client's method: \`questions.list\`. */
export type OperationName = keyof typeof OPERATIONS;
`;
}
