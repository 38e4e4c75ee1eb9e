import { expectTypeOf, test } from 'vitest';
import type { Requester } from '../../src/index.js';

declare const requester: Requester;

/** Compiles only where the field can be missing. */
type MayLack<Value, Field extends keyof Value> = undefined extends Value[Field] ? true : false;

test('what comes along with an answer can be missing', async () => {
  const quote = await requester.simple.questions.check({} as never);
  expectTypeOf<MayLack<typeof quote, 'organization'>>().toEqualTypeOf<true>();
  expectTypeOf<MayLack<typeof quote, 'total_point'>>().toEqualTypeOf<false>();
  const project = await requester.projects.check({} as never);
  expectTypeOf<MayLack<typeof project, 'organization'>>().toEqualTypeOf<true>();
  const { user, comments_count } = await requester.simple.translations.get(1);
  expectTypeOf(comments_count).toEqualTypeOf<number | undefined>();
  // @ts-expect-error the translator comes along
  expectTypeOf(user.login).toBeString();
});

test('what stands beside a translation can be missing, and so can its parts', async () => {
  const { body: read } = await requester.simple.translations.get(1).withResponse();
  const { body: rejected } = await requester.simple.translations.reject(1, { reason: '' }).withResponse();
  const comments = await requester.simple.translations.comments.list(1);
  for (const { question } of [read, rejected, comments]) {
    expectTypeOf(question).extract<undefined>().toEqualTypeOf<undefined>();
    type Companion = NonNullable<typeof question>;
    expectTypeOf<MayLack<Companion, 'question_bodies'>>().toEqualTypeOf<true>();
    expectTypeOf<MayLack<Companion, 'organization'>>().toEqualTypeOf<true>();
    expectTypeOf<MayLack<Companion, 'id'>>().toEqualTypeOf<false>();
  }
  for (const answer of [read, rejected]) {
    expectTypeOf<MayLack<typeof answer, 'organization'>>().toEqualTypeOf<true>();
    expectTypeOf<MayLack<typeof answer, 'translation'>>().toEqualTypeOf<false>();
  }
});

test('a translator can be a plain user, and the translations of a body can be missing', async () => {
  const { question_bodies: bodies } = await requester.simple.questions.get(1);
  const [body] = bodies;
  expectTypeOf(body?.translations).extract<undefined>().toEqualTypeOf<undefined>();
  const { user } = await requester.simple.translations.get(1);
  expectTypeOf<MayLack<NonNullable<typeof user>, 'online_status'>>().toEqualTypeOf<true>();
  expectTypeOf<MayLack<NonNullable<typeof user>, 'grade_text'>>().toEqualTypeOf<true>();
});
