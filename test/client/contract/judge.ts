import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Answer, type Operation, operationFor } from './operations.js';

type Fetch = typeof globalThis.fetch;

/** A request with its answer, and where they depart from the contract. */
export interface Exchange {
  readonly operationId: string | undefined;
  readonly status: number;
  readonly problems: readonly string[];
}

/** Stands between a client and the service, and holds both to the contract. */
export class Judge {
  readonly exchanges: Exchange[] = [];

  /** Everything that was wrong so far, with the exchange that it was found in. */
  get problems(): string[] {
    return this.exchanges.flatMap(({ problems }) => problems);
  }

  /** The same fetch with the judge in between. */
  over(next: Fetch): Fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const asked = request.clone();
      const response = await next(request);
      await this.#judge(asked, response.clone());
      return response;
    };
  }

  async #judge(request: Request, response: Response): Promise<void> {
    const { pathname } = new URL(request.url);
    const operation = operationFor(request.method, pathname);
    const where = `${request.method} ${pathname} (${response.status})`;
    const found =
      operation === undefined
        ? ['the contract has no such operation']
        : [...(await requestProblems(operation, request)), ...(await answerProblems(operation, response))];
    const problems = found.map((problem) => `${where}: ${problem}`);
    this.exchanges.push({ operationId: operation?.id, status: response.status, problems });
  }
}

function explained({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

function departures(what: string, validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}: ${explained(error)}`);
}

function findEssence(message: Request | Response): string | undefined {
  return message.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** What is wrong with a request. */
export async function requestProblems(operation: Operation, request: Request): Promise<string[]> {
  const { searchParams } = new URL(request.url);
  return [
    ...queryProblems(operation, searchParams),
    ...tokenProblems(operation, request, searchParams),
    ...(await bodyProblems(operation, request)),
  ];
}

function queryProblems(operation: Operation, query: URLSearchParams): string[] {
  const names = [...new Set(query.keys())].filter((name) => name !== 'access_token');
  const undeclared = names.filter((name) => !operation.query.some((each) => each.name === name));
  const repeated = names.filter((name) => query.getAll(name).length > 1);
  return [
    ...undeclared.map((name) => `the query parameter ${name} is not declared`),
    ...repeated.map((name) => `the query parameter ${name} is repeated`),
    ...operation.query.flatMap(({ name, required, integer, validate }) => {
      const text = query.get(name);
      if (text === null) return required ? [`the query parameter ${name} is missing`] : [];
      const value = integer && /^-?\d+$/.test(text) ? Number(text) : text;
      return departures(`the query parameter ${name}`, validate, value);
    }),
  ];
}

/** The token has one place; where that is the body, the body's schema asks for it. */
function tokenProblems({ token }: Operation, request: Request, query: URLSearchParams): string[] {
  const given = query.getAll('access_token');
  const wanted = token === 'query' ? 1 : 0;
  const headers = ['authorization', 'cookie'].filter((name) => request.headers.has(name));
  return [
    ...(given.length === wanted ? [] : [`the query has ${given.length} access tokens, not ${wanted}`]),
    ...(given.includes('') ? ['the access token is empty'] : []),
    ...headers.map((name) => `the header ${name} is not declared`),
  ];
}

async function bodyProblems({ body }: Operation, request: Request): Promise<string[]> {
  const type = findEssence(request);
  if (body === undefined) return request.body === null ? [] : ['a body is not declared'];
  const validate = body.get(type ?? '');
  if (validate === undefined) return [`a body of the type ${type} is not declared`];
  if (type === 'multipart/form-data') return formProblems(validate, await request.formData());
  const text = await request.text();
  if (type !== 'application/x-www-form-urlencoded') return departures('the body', validate, JSON.parse(text));
  return fieldProblems(validate, [...new URLSearchParams(text)]);
}

function fieldProblems(validate: ValidateFunction, fields: readonly (readonly [string, string])[]): string[] {
  const repeated = fields.length > new Map(fields).size ? ['the form repeats a field'] : [];
  return [...repeated, ...departures('the form', validate, Object.fromEntries(fields))];
}

/** A file stands for the string that the contract's schema sees in it. */
function formProblems(validate: ValidateFunction, form: FormData): string[] {
  const file = form.get('file');
  const named = file instanceof File && /\.(txt|docx|xlsx|pptx)$/i.test(file.name);
  return [
    ...(named ? [] : ['the part file is no file with a name that the service takes']),
    ...fieldProblems(
      validate,
      [...form].map(([name, part]) => [name, part instanceof File ? part.name : part] as const),
    ),
  ];
}

/** What is wrong with an answer. */
export async function answerProblems(operation: Operation, response: Response): Promise<string[]> {
  const answer = answerFor(operation, response.status);
  if (answer === undefined) return ['the status is not described'];
  const missing = answer.headers.filter((name) => !response.headers.has(name));
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...locationProblems(response),
    ...(await contentProblems(answer, response)),
  ];
}

/** `default` describes failures alone. */
function answerFor({ answers }: Operation, status: number): Answer | undefined {
  const family = answers.get(`${Math.floor(status / 100)}XX`);
  return answers.get(String(status)) ?? family ?? (status >= 400 ? answers.get('default') : undefined);
}

/** What was made can be read where Location says; a redirect leads out of the contract. */
function locationProblems(response: Response): string[] {
  const location = response.headers.get('location');
  if (!response.ok || location === null) return [];
  const readable =
    URL.canParse(location) && operationFor('GET', new URL(location).pathname)?.token === 'query';
  return readable ? [] : [`Location leads nowhere: ${location}`];
}

async function contentProblems({ content }: Answer, response: Response): Promise<string[]> {
  if (content.size === 0) return [];
  const type = findEssence(response);
  const validate = content.get(type ?? '');
  if (validate === undefined) return content.has('*/*') ? [] : [`the media type ${type} is not described`];
  const text = await response.text();
  if (type !== 'application/json') return departures('the answer', validate, text);
  const charset = response.headers.get('content-type') === 'application/json; charset=utf-8';
  return [
    ...(charset ? [] : ['the content type names no charset']),
    ...departures('the answer', validate, JSON.parse(text)),
  ];
}
