import { assertType, expectTypeOf, test } from 'vitest';
import {
  type CallbackHandlerOptions,
  createCallbackHandler,
  type EventContext,
} from '../../src/callbacks.js';
import type {
  ApplicationEvent,
  KnownEvent,
  OtherEvent,
  OtherEventType,
  Project,
  ProjectCreatedEvent,
  SimpleQuestionCreatedEvent,
  SimpleQuestionFinishedEvent,
  SimpleTranslator,
} from '../../src/client/contract/types.js';
import type { Checkpoint } from '../../src/client/following/checkpoint.js';
import type { Requester } from '../../src/client/requester.js';

declare const event: ApplicationEvent;
declare const requester: Requester;

test('a look at the type with if gives the question, its texts and their translations', () => {
  if (event.type === 'simple_question.finished') {
    assertType<number>(event.question.id);
    assertType<string[]>(
      event.question.question_bodies.flatMap(({ translations }) =>
        (translations ?? []).map(({ body }) => body),
      ),
    );
    expectTypeOf(event).toEqualTypeOf<SimpleQuestionFinishedEvent>();
    // @ts-expect-error a finished question comes without a translation of its own
    assertType(event.translation);
  }
});

test('a look at the type with switch gives each payload', () => {
  switch (event.type) {
    case 'simple_question.created':
      assertType<string[]>(event.question.question_bodies.map(({ body }) => body));
      break;
    case 'simple_question.submitted_translation':
      assertType<string>(event.translation.body);
      expectTypeOf(event.translation.user).toEqualTypeOf<SimpleTranslator | undefined>();
      // @ts-expect-error the texts are not included
      assertType<unknown[]>(event.question.question_bodies);
      break;
    case 'simple_question.finished':
    case 'simple_question.expired':
      assertType<unknown[]>(event.question.question_bodies.map(({ translations }) => translations));
      break;
    case 'project.created':
      expectTypeOf(event.project).toEqualTypeOf<Project | undefined>();
      break;
    default:
      expectTypeOf(event).toEqualTypeOf<OtherEvent>();
      assertType<string>(event.type);
      // What it carries is not known.
      expectTypeOf(event.question).toEqualTypeOf<unknown>();
  }
});

test('a look at what the type is not leaves the others', () => {
  if (event.type !== 'project.created') expectTypeOf(event).not.toExtend<ProjectCreatedEvent>();
});

test('before a look at the type there is no payload', () => {
  // @ts-expect-error which payload there is depends on the type
  assertType(event.question);
});

test('a type that nobody knows is compared as a string', () => {
  const type: string = event.type;
  assertType<boolean>(type === 'question.created');
  // @ts-expect-error a literal is not an unknown type
  assertType<boolean>(event.type === 'question.created');
  // @ts-expect-error no literal is one
  assertType<OtherEventType>('question.created');
});

test('a stream gives the events of its types', async () => {
  for await (const each of requester.events.follow({ from: 'now', types: ['simple_question.finished'] })) {
    expectTypeOf(each).toEqualTypeOf<SimpleQuestionFinishedEvent>();
    assertType<number>(each.question.question_bodies.length);
  }
});

test('a stream of several types gives their union', async () => {
  const types = ['simple_question.finished', 'simple_question.created'] as const;
  for await (const each of requester.events.follow({ from: 'now', types })) {
    expectTypeOf(each).toEqualTypeOf<SimpleQuestionFinishedEvent | SimpleQuestionCreatedEvent>();
  }
});

test('a stream of a type that nobody knows gives events of unknown payload', async () => {
  for await (const each of requester.events.follow({ from: 'now', types: ['question.created'] })) {
    expectTypeOf(each).toEqualTypeOf<OtherEvent>();
  }
});

test('a stream without types, or with types that are strings, gives every event', async () => {
  for await (const each of requester.events.follow({ from: 'now' })) {
    expectTypeOf(each).toEqualTypeOf<ApplicationEvent>();
  }
  const types: string[] = [];
  for await (const each of requester.events.follow({ from: 'now', types })) {
    expectTypeOf(each).toEqualTypeOf<ApplicationEvent>();
  }
});

test('every known event is an event', () => {
  expectTypeOf<KnownEvent>().toExtend<ApplicationEvent>();
});

test('a checkpoint is a name or a store of its own', async () => {
  requester.events.follow({ from: 'now', checkpoint: 'shop' });
  requester.events.follow({ from: 'now', checkpoint: { load: () => null, save: async () => false } });
  // @ts-expect-error: a store has to load too
  requester.events.follow({ from: 'now', checkpoint: { save: () => undefined } });
  const { checkpoint } = requester.events.follow({ from: { lastId: 5 } });
  expectTypeOf(checkpoint).toEqualTypeOf<Checkpoint | undefined>();
});

test('a callback handler takes a Requester, and a claim of its own that may answer later', () => {
  const onEvent = (event: ApplicationEvent, { signal }: EventContext) => void [event.id, signal.aborted];
  const secret = 'known';
  const options: CallbackHandlerOptions = { requester, secret, onEvent, seen: { claim: async () => true } };
  expectTypeOf(createCallbackHandler(options)).toExtend<(request: Request) => Promise<Response>>();
  // @ts-expect-error: the answer to a claim is true, false or 'busy'
  createCallbackHandler({ requester, secret, onEvent, seen: { claim: () => 'free' } });
  createCallbackHandler({ requester, secret: false, onEvent });
  // @ts-expect-error: to have no secret has to be said aloud
  createCallbackHandler({ requester, onEvent });
  // @ts-expect-error: a variable of the environment may be missing
  createCallbackHandler({ requester, onEvent, secret: secret as string | undefined });
});
