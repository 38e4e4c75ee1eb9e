import { parse } from 'yaml';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
}

interface Contract {
  readonly info: { readonly title: string; readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = new Set(['get', 'post', 'put', 'delete']);

/** Renders the contract as a page: every operation by its tag, and every schema. */
export function contractPage(yaml: string): string {
  const contract = parse(yaml) as Contract; // the cast is safe: a linter checks this file of ours
  const { info, tags, components } = contract;
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ method, path, operation: withoutReferences(contract, operation) })),
  );
  const subjects = tags.map(({ name, description = '' }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const shown = own.map(({ method, path, operation }) => showOperation(method, path, operation));
    return `<section><h2 id="${safe(name)}">${safe(name)}</h2>${prose(description)}${shown.join('')}</section>`;
  });
  const objects = Object.entries(components.schemas).map(([name, schema]) => showObject(name, schema));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${safe(info.title)}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="_sandbox/desk.css"></head>
<body class="docs"><header><h1>${safe(info.title)}</h1>${prose(info.description ?? '')}
<nav><p>${[...tags.map(({ name }) => link(name, name)), link('objects', 'objects')].join(' · ')} ·
<a href="openapi.yaml">openapi.yaml</a> · <a href=".">the desk</a></p></nav></header>
<main>${subjects.join('')}<section><h2 id="objects">objects</h2>${objects.join('')}</section></main></body></html>
`;
}

/** Replaces references to parameters, bodies and answers by what they refer to. References to schemas stay. */
function withoutReferences(contract: Contract, operation: Operation): Operation {
  const { parameters = [], requestBody, responses = {} } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => [status, referred(contract, answer)]);
  return {
    ...operation,
    parameters: parameters.map((one) => referred(contract, one)),
    ...(requestBody === undefined ? {} : { requestBody: referred(contract, requestBody) }),
    responses: Object.fromEntries(answers),
  };
}

function referred<T extends { readonly $ref?: string }>(contract: Contract, given: T): T {
  if (given.$ref === undefined) return given;
  let found: unknown = contract;
  for (const name of given.$ref.split('/').slice(1)) found = Object(found)[name];
  return found as T; // the cast is safe: a linter checks the targets of references
}

function showOperation(method: string, path: string, operation: Operation): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation;
  const rows = parameters.map((one) =>
    row(one.name ?? lastPart(one.$ref), one.in ?? '', typeOf(one.schema), prose(one.description ?? '')),
  );
  const answers = Object.entries(responses).map(([status, answer]) =>
    row(status, '', bodyOf(answer), prose(answer.description ?? '')),
  );
  const body = requestBody === undefined ? [] : [row('body', '', bodyOf(requestBody), '')];
  return `<article><h3><code>${method.toUpperCase()} ${safe(path)}</code></h3><p>${safe(summary)}</p>${prose(description)}
${table([...rows, ...body, ...answers])}</article>`;
}

function showObject(name: string, schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([property, one]) => {
    const isPromised = schema.required?.includes(property) === true;
    return row(property, isPromised ? 'promised' : 'optional', typeOf(one), prose(one.description ?? ''));
  });
  const type = rows.length === 0 ? `<p>${typeOf(schema)}</p>` : table(rows);
  return `<article><h3 id="${safe(name)}">${safe(name)}</h3>${prose(schema.description ?? '')}${type}</article>`;
}

function bodyOf({ $ref, content = {} }: Body): string {
  if ($ref !== undefined) return safe(lastPart($ref));
  return Object.entries(content)
    .map(([type, { schema }]) => `${safe(type)}: ${typeOf(schema)}`)
    .join('<br>');
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  if (schema.$ref !== undefined) return link(lastPart(schema.$ref), lastPart(schema.$ref));
  if (schema.const !== undefined) return safe(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((one) => safe(JSON.stringify(one))).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).filter(Boolean).join(' &amp; ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) {
    const shown = Object.entries(schema.properties).map(([name, one]) => `${safe(name)}: ${typeOf(one)}`);
    return `{ ${shown.join('; ')} }`;
  }
  return safe([schema.type ?? ''].flat().join(' | '));
}

function table(rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
}

function row(name: string, kind: string, type: string, description: string): string {
  return `<tr><th scope="row"><code>${safe(name)}</code></th><td>${safe(kind)}</td><td>${type}</td><td>${description}</td></tr>`;
}

function link(id: string, text: string): string {
  return `<a href="#${safe(id)}">${safe(text)}</a>`;
}

function prose(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return text.trim() === '' ? '' : paragraphs.map((one) => `<p>${safe(one)}</p>`).join('');
}

function lastPart(reference = ''): string {
  return reference.split('/').at(-1) ?? '';
}

function safe(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
