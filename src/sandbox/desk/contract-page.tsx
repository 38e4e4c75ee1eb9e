import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import {
  type ContentItem,
  type Contract,
  contract,
  listOperations,
  type Operation,
  type Reference,
  readContract,
  resolve,
  type Schema,
} from './contract.js';
import { Name } from './parts.js';
import { Brand } from './top.js';

/** The contract of the service, to read. */
export function ContractPage() {
  const known = contract.value;
  useEffect(() => {
    document.title = 'Translation Requester API';
    void readContract();
  }, []);
  useEffect(() => {
    // The browser has looked for its fragment before the page was filled.
    if (known !== null) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [known]);
  return (
    <>
      <header class="top">
        <Brand tag="API" />
        <a class="end" href="openapi.json">
          openapi.json
        </a>
      </header>
      <main class="docs">{known === null ? <p>The contract is read…</p> : <Operations known={known} />}</main>
    </>
  );
}

function Operations({ known }: { readonly known: Contract }) {
  const operations = listOperations(known);
  const groups = known.tags.map((tag) => ({
    ...tag,
    members: operations.filter(({ tags }) => tags.includes(tag.name)),
  }));
  return (
    <>
      <nav class="card" aria-label="Operations">
        {groups.map(({ name, members }) => (
          <Fragment key={name}>
            <h2>{name}</h2>
            <ul>
              {members.map(({ operationId, summary }) => (
                <li key={operationId}>
                  <a href={`#${operationId}`}>{summary}</a>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <div class="column">
        <section class="card">
          <Prose text={known.info.description} />
        </section>
        {groups.map(({ name, description, members }) => (
          <section class="card" key={name} aria-label={name}>
            <h2>{name}</h2>
            <Prose text={description} />
            {members.map((operation) => (
              <OperationPart key={operation.operationId} operation={operation} known={known} />
            ))}
          </section>
        ))}
        <section class="card" aria-label="Types">
          <h2>Types</h2>
          {Object.entries(known.components.schemas).map(([name, schema]) => (
            <article key={name} id={`type-${name}`}>
              <h3>{name}</h3>
              <Prose text={schema.description} />
              <SchemaPart schema={schema} known={known} />
            </article>
          ))}
        </section>
      </div>
    </>
  );
}

interface OperationProps {
  readonly operation: Operation;
  readonly known: Contract;
}

function OperationPart({ operation, known }: OperationProps) {
  const { operationId, method, path, summary, description, requestBody, responses } = operation;
  const parameters = operation.parameters.map((parameter) => resolve(known, parameter));
  return (
    <article id={operationId}>
      <h3>{summary}</h3>
      <p>
        <strong class="method">{method}</strong> <Name text={path} />
      </p>
      <Prose text={description} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ul>
            {parameters.map((parameter) => (
              <FieldPart key={parameter.name} {...parameter} isRequired={parameter.required === true} />
            ))}
          </ul>
        </>
      )}
      {requestBody !== undefined && (
        <>
          <h4>Body</h4>
          <p>
            <ContentType content={resolve(known, requestBody)} />
          </p>
        </>
      )}
      <h4>Answers</h4>
      <ul>
        {Object.entries(responses).map(([status, response]) => (
          <AnswerPart key={status} status={status} answer={resolve(known, response)} />
        ))}
      </ul>
    </article>
  );
}

function AnswerPart({ status, answer }: { readonly status: string; readonly answer: ContentItem }) {
  return (
    <li>
      <code>{status}</code> <ContentType content={answer} />
      <Prose text={answer.description} />
    </li>
  );
}

function ContentType({ content: { content = {} } }: { readonly content: ContentItem }) {
  const [first] = Object.values(content);
  return first?.schema === undefined ? null : <TypeName schema={first.schema} />;
}

interface SchemaProps {
  readonly schema: Schema;
  readonly known: Contract;
}

function SchemaPart({ schema, known }: SchemaProps) {
  const fields = listFields(schema, known);
  if (fields.length === 0)
    return (
      <p class="faint">
        <TypeName schema={schema} />
      </p>
    );
  return (
    <ul>
      {fields.map((field) => (
        <FieldPart key={field.name} {...field} />
      ))}
    </ul>
  );
}

interface FieldProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
}

function FieldPart({ name, isRequired, schema, description = schema.description }: FieldProps) {
  return (
    <li>
      <code>{name}</code>{' '}
      <span class="faint">
        <TypeName schema={schema} />
        {isRequired && ', required'}
      </span>
      <Prose text={description} />
    </li>
  );
}

/** The fields of an object, with those of the types that it consists of. */
function listFields(schema: Schema | Reference, known: Contract): FieldProps[] {
  const { allOf = [], properties = {}, required = [] } = resolve<Schema>(known, schema);
  const own = Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    schema: field,
  }));
  const all = [...allOf.flatMap((part) => listFields(part, known)), ...own];
  // A later part can say more of the same field.
  return [...new Map(all.map((field) => [field.name, field])).values()];
}

/** The type of a field. Types with a name are links to their fields. */
function TypeName({ schema }: { readonly schema: Schema }): ComponentChildren {
  const { $ref, items, type, allOf, anyOf = allOf, oneOf = anyOf } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1);
    return <a href={`#type-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (items !== undefined)
    return (
      <>
        list of <TypeName schema={items} />
      </>
    );
  if (oneOf !== undefined)
    return oneOf.map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? '' : allOf === undefined ? ' or ' : ' and '}
        <TypeName schema={part} />
      </Fragment>
    ));
  return [type ?? 'anything'].flat().join(' or ');
}

/** A description, whose backticks mark code. */
function Prose({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  // Its lines are as long as those of the file.
  const lines = text.trim().replace(/(?<!\n)\n(?![\n-])/g, ' ');
  return (
    <p class="prose">
      {lines.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
    </p>
  );
}
