import { expect, test } from 'vitest';
import { calls, placedQuestion, placedSimpleQuestion } from './calls.js';
import { contract, contractAllows, type Node } from './contract.js';
import { movesOfTwo, questionMoves, simpleMoves } from './moves.js';
import { operationFor } from './operations.js';
import { createWorld, newSandbox, type World } from './world.js';

/**
 * What the sandbox leaves out is not tried by anybody who tests against it. Whoever adds a field or a status to the contract
 * adds it to the sandbox too, or says here why not.
 */

const { schemas } = contract.components;

/** What an answer of the service can have, though nobody knows when. The sandbox doesn't send it. */
const NOT_SENT = [
  'Organization.available_plan_id',
  'Organization.user',
  // The service doesn't promise the texts in the events that it shows without them.
  'SimpleQuestionSnapshot.question_bodies',
  // The sandbox knows no further types.
  'OtherEvent.type',
];

/** The answer of an operation, as the contract describes it. */
interface Described {
  readonly responses?: Record<string, { readonly content?: Record<string, { readonly schema: Node }> }>;
}

/** Adds the fields that a value has, such as `User.login`. @param name the schema that the node stands in */
function addFields(found: Set<string>, name: string, node: Node, value: unknown): void {
  const { $ref, allOf = [], anyOf = [], oneOf = [], items, properties = {} } = node;
  if ($ref !== undefined) {
    const target = $ref.slice('#/components/schemas/'.length);
    if (contractAllows(target)(value)) addFields(found, target, schemas[target] ?? {}, value);
  }
  for (const part of [...allOf, ...anyOf, ...oneOf]) addFields(found, name, part, value);
  if (Array.isArray(value)) {
    for (const item of value) addFields(found, name, items ?? {}, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, child] of Object.entries(value)) {
      const schema = properties[field];
      if (schema === undefined) continue;
      found.add(`${name}.${field}`);
      addFields(found, `${name}.${field}`, schema, child);
    }
  }
}

/** All fields of the schemas that successful answers are made of. */
function listFields(): ReadonlySet<string> {
  const fields = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string, node: Node): void => {
    const { $ref, allOf = [], anyOf = [], oneOf = [], items, properties = {} } = node;
    if ($ref !== undefined) {
      const target = $ref.slice('#/components/schemas/'.length);
      if (!seen.has(target)) {
        seen.add(target);
        visit(target, schemas[target] ?? {});
      }
    }
    for (const part of [...allOf, ...anyOf, ...oneOf]) visit(name, part);
    if (items !== undefined) visit(name, items);
    for (const [field, child] of Object.entries(properties)) {
      fields.add(`${name}.${field}`);
      visit(`${name}.${field}`, child);
    }
  };
  for (const [path, item] of Object.entries(contract.paths))
    for (const method of Object.keys(item))
      for (const schema of listAnswers(method, path)) visit(path, schema);
  return fields;
}

function listAnswers(method: string, path: string): Node[] {
  const described = contract.paths[path]?.[method.toLowerCase()] as Described | undefined;
  return Object.entries(described?.responses ?? {}).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema;
    return status.startsWith('2') && schema !== undefined ? [schema] : [];
  });
}

/** A world whose answers are looked at. */
function watch(found: Set<string>): World {
  const look = async (request: Request, response: Response): Promise<void> => {
    const path = operationFor(request.method, new URL(request.url).pathname)?.path ?? '';
    if (!response.ok || response.headers.get('content-type')?.includes('json') !== true) return;
    const answer: unknown = await response.json();
    for (const schema of listAnswers(request.method, path)) addFields(found, path, schema, answer);
  };
  return createWorld({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      const response = await fetch(request.clone());
      await look(request, response.clone());
      return response;
    },
  });
}

test('the sandbox sends every field that the contract has of an answer', async () => {
  const found = new Set<string>();
  for (const call of Object.values(calls)) {
    const send = await call(watch(found));
    await send();
  }
  for (const move of Object.values(questionMoves)) {
    const world = watch(found);
    const { id } = await placedQuestion(world);
    await move(world, id);
    await world.requester.questions.get(id);
    await world.requester.comments.list(id);
    await world.requester.events.list();
  }
  for (const move of Object.values(simpleMoves)) {
    const world = watch(found);
    const question = await placedSimpleQuestion(world);
    await move(world, question);
    await world.requester.simple.questions.get(question.id);
    const events = await world.requester.events.list().toArray({ max: 100 });
    for (const { id } of events) await world.requester.events.get(id);
  }
  const missing = [...listFields()].filter((field) => !found.has(field));
  expect(missing).toEqual(NOT_SENT);
});

const listStatuses = (name: string): readonly unknown[] => schemas[name]?.anyOf?.[0]?.enum ?? [];

test('a question comes to every status that the contract has', async () => {
  const reached = new Set<unknown>();
  for (const move of Object.values(questionMoves)) {
    const world = createWorld();
    const { id } = await placedQuestion(world);
    reached.add((await move(world, id))[0]);
  }
  expect(listStatuses('QuestionStatus').filter((status) => !reached.has(status))).toEqual([]);
});

test('a simple question comes to every status that the contract has', async () => {
  const reached = new Set<unknown>();
  for (const [moves, translationsPerBody] of [
    [simpleMoves, 1],
    [movesOfTwo, 2],
  ] as const) {
    for (const move of Object.values(moves)) {
      const world = createWorld({ sandbox: newSandbox({ translationsPerBody }) });
      reached.add((await move(world, await placedSimpleQuestion(world)))[0]);
    }
  }
  // 2 and 7 are of a kind of order that the service no longer has.
  expect(listStatuses('SimpleQuestionStatus').filter((status) => !reached.has(status))).toEqual([2, 7]);
});
