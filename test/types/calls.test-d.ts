import { expectTypeOf, test } from 'vitest';
import type { Call, Placement, Project, ProjectAnswer, Requester } from '../../src/index.js';
import { fakeCall } from '../../src/testing.js';

declare const project: Project;
declare const requester: Requester;

test('a call is a promise whose rejection can be given any type', () => {
  const call = requester.projects.get(1);
  expectTypeOf(call).toExtend<Promise<Project>>();
  expectTypeOf(
    call.then(
      () => 1,
      (e: Error) => e.message,
    ),
  ).toEqualTypeOf<Promise<number | string>>();
  expectTypeOf(call.catch((e: TypeError) => e)).toEqualTypeOf<Promise<Project | TypeError>>();
  expectTypeOf(
    requester.questions.list().then(
      () => 1,
      (e: Error) => e.message,
    ),
  ).toEqualTypeOf<Promise<number | string>>();
});

test('a loop goes over a listing, and not over a page, a promise of one, or a call', async () => {
  // @ts-expect-error leave out the await
  for await (const question of await requester.questions.list()) void question;
  // @ts-expect-error a promise of a page
  for await (const question of requester.questions.list().catch(() => undefined)) void question;
  // @ts-expect-error a call, which gives a list
  for await (const pair of requester.languages.list()) void pair;
  for await (const question of requester.questions.list()) expectTypeOf(question.id).toBeNumber();
});

test('a fake of a resource is written with plain objects', () => {
  const create = () => fakeCall(project);
  const projects: Pick<Requester['projects'], 'create' | 'get'> = {
    create: () => fakeCall(project),
    get: () => fakeCall(Promise.reject(new Error('no'))),
  };
  expectTypeOf(projects.create).returns.toEqualTypeOf<Call<Project, ProjectAnswer, Placement>>();
  expectTypeOf(create()).resolves.toEqualTypeOf<Project>();
  // @ts-expect-error a project is not a number
  const wrong: typeof projects = { ...projects, create: () => fakeCall(5) };
  expectTypeOf(wrong).toBeObject();
});

test('a fake that is an async function fits where only the promise is asked for', () => {
  interface Placing {
    create(...args: Parameters<Requester['projects']['create']>): PromiseLike<Project>;
  }
  const fake: Placing = { create: async () => project };
  const real: Placing = requester.projects;
  expectTypeOf([fake, real]).toEqualTypeOf<Placing[]>();
});
