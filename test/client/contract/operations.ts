import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from './contract.js';

/** A JSON object of the contract, whatever it describes. */
type Node = Readonly<Record<string, unknown>>;

/** Where an operation wants the access token. */
type TokenPlace = 'query' | 'body' | 'nowhere';

interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly integer: boolean;
  readonly validate: ValidateFunction;
}

export interface Answer {
  /** Headers that the contract requires. */
  readonly headers: readonly string[];
  /** The schema of each media type; none when the body is not described. */
  readonly content: ReadonlyMap<string, ValidateFunction>;
}

/** One operation of the contract, ready to judge a request and its answer. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly token: TokenPlace;
  readonly query: readonly QueryParameter[];
  readonly body: ReadonlyMap<string, ValidateFunction> | undefined;
  /** By status; `4XX` and `default` as the contract writes them. */
  readonly answers: ReadonlyMap<string, Answer>;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nodeAt(parent: unknown, name: string): Node {
  const child = isNode(parent) ? parent[name] : undefined;
  return isNode(child) ? resolved(child) : {};
}

function listed(parent: Node, name: string): readonly Node[] {
  const child = parent[name];
  return Array.isArray(child) ? child.filter(isNode) : [];
}

function listAt(parent: Node, name: string): readonly Node[] {
  return listed(parent, name).map(resolved);
}

function resolved(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const [, ...names] = node.$ref.split('/');
  return names.reduce<Node>(nodeAt, { ...contract });
}

const COMBINING = ['allOf', 'anyOf', 'oneOf'] as const;
/** A failure that the specification does not show can have any property. */
const NOT_SHOWN = '#/components/schemas/OtherFailure';
/** A user who is a translator additionally carries what a translator does. */
const USER = '#/components/schemas/User';
const USERS = ['User', 'TranslatorUser', 'GradedTranslator'].map((name) => ({
  $ref: `contract#/components/schemas/${name}`,
  unevaluatedProperties: false,
}));
/** The schema of the token as a field of the body. */
const BODY_TOKEN = '#/components/schemas/BodyToken';
const CLOSABLE = ['$ref', 'properties', ...COMBINING] as const;

/**
 * The same schema for a service that invents no property: the contract leaves answers open for the real one, the
 * sandbox has no business to add anything. References become absolute, so that any part can stand alone.
 */
function closed(value: unknown, combined = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => closed(entry));
  if (!isNode(value)) return value;
  if (value.$ref === USER && !combined) return { anyOf: USERS };
  const entries = Object.entries(value).map(([name, child]) => {
    if (name === '$ref') return [name, `contract${String(child)}`];
    if (name === 'properties' && isNode(child)) return [name, mapped(child, (each) => closed(each))];
    const parts = COMBINING.some((each) => each === name) && Array.isArray(child);
    return [name, parts ? child.map((part) => closed(part, true)) : closed(child)];
  });
  const shut = Object.fromEntries(entries);
  const open =
    combined ||
    value.$ref === NOT_SHOWN ||
    'additionalProperties' in value ||
    !CLOSABLE.some((name) => name in value);
  return open ? shut : { ...shut, unevaluatedProperties: false };
}

function mapped<Result>(node: Node, change: (child: unknown) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, change(child)]));
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary([
  'components',
  'discriminator',
  'x-see',
  'x-internal',
  'x-part',
  'x-check',
  'x-use',
  'x-seen-null',
]);
// A schema is closed where it is used, since another may build on it.
const schemas = mapped({ ...contract.components.schemas }, (schema) => closed(schema, true));
ajv.addSchema({ components: { schemas } }, 'contract');

function makeValidator(schema: Node): ValidateFunction {
  return ajv.compile(closed(schema) as Node); // an object closes to an object
}

/** The contract's verdict on an object that the sandbox made, by the name of its schema. */
export function verdictOn(name: string): ValidateFunction {
  return makeValidator({ $ref: `#/components/schemas/${name}` });
}

function readContent(holder: Node): Map<string, ValidateFunction> {
  return new Map(
    Object.entries(nodeAt(holder, 'content')).map(([type, media]) => [
      type,
      makeValidator((isNode(media) ? media.schema : undefined) as Node), // every media type has a schema
    ]),
  );
}

function requiredHeaders(answer: Node): string[] {
  const headers = nodeAt(answer, 'headers');
  return Object.keys(headers).filter((name) => nodeAt(headers, name).required === true);
}

function readAnswers(operation: Node): Map<string, Answer> {
  const responses = nodeAt(operation, 'responses');
  return new Map(
    Object.keys(responses).map((status) => {
      const answer = nodeAt(responses, status);
      return [status, { headers: requiredHeaders(answer), content: readContent(answer) }];
    }),
  );
}

function readParameter(parameter: Node): QueryParameter {
  const schema = nodeAt(parameter, 'schema');
  return {
    name: String(parameter.name),
    required: parameter.required === true,
    integer: schema.type === 'integer',
    validate: makeValidator(schema),
  };
}

/** Without a security scheme, the token is a field of the body, where its schema has one. */
function findToken(operation: Node): TokenPlace {
  if (!('security' in operation)) return 'query';
  const { schema } = nodeAt(nodeAt(nodeAt(operation, 'requestBody'), 'content'), 'application/json');
  const parts = isNode(schema) ? listed(resolved(schema), 'allOf') : [];
  return parts.some(({ $ref }) => $ref === BODY_TOKEN) ? 'body' : 'nowhere';
}

function readOperation(path: string, item: Node, method: string): Operation {
  const operation = nodeAt(item, method);
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')];
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[1-9]\\d*')}$`),
    token: findToken(operation),
    query: parameters.filter((parameter) => parameter.in === 'query').map(readParameter),
    body: 'requestBody' in operation ? readContent(nodeAt(operation, 'requestBody')) : undefined,
    answers: readAnswers(operation),
  };
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'];

/** Every operation of the contract. */
export const operations: readonly Operation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => readOperation(path, item, method)),
);

export function operationNamed(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

/** The operation that a request is for. */
export function operationFor(method: string, pathname: string): Operation | undefined {
  return operations.find((operation) => operation.method === method && operation.pattern.test(pathname));
}
