import { describe, expect, test } from 'vitest';
import {
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  ValidationError,
} from '../../../src/client/core/errors/api-errors.js';
import { OAuthError } from '../../../src/oauth.js';
import {
  calls,
  commentedQuestion,
  placedQuestion,
  placedSimpleQuestion,
  REASON,
  simpleOrder,
  simpleTranslation,
  translatedQuestion,
} from './calls.js';
import { Judge } from './judge.js';
import { operations } from './operations.js';
import { tampered, tamperings } from './tampering.js';
import { authorize, createWorld, type World, type WorldSettings } from './world.js';

const ERRORS: Readonly<Record<string, unknown>> = {
  '401': AuthenticationError,
  '403': MalformedRequestError,
  '404': NotFoundError,
  '422': ValidationError,
};

const described = operations.flatMap((operation) =>
  [...operation.answers.keys()]
    .filter((status) => /^[45]\d\d$/.test(status))
    .map((status) => ({ status, operation, id: operation.id })),
);

function judged(settings: WorldSettings = {}): World & { readonly judge: Judge } {
  const judge = new Judge();
  const through = (fetch: typeof globalThis.fetch) => judge.over(settings.through?.(fetch) ?? fetch);
  return { ...createWorld({ ...settings, through }), judge };
}

function catchReason(call: unknown): Promise<unknown> {
  return Promise.resolve(call).then(
    () => 'no error',
    (reason: unknown) => reason,
  );
}

describe('a described failure', () => {
  test.each(described)(
    '$status of $id is answered as described, and understood',
    async ({ status, operation, id }) => {
      const change = tamperings[status];
      if (change === undefined) throw new Error(`Nothing brings about a ${status}.`);
      const world = judged({ through: (fetch) => tampered(operation, change, fetch) });
      const call = await calls[id]?.(world);
      const error = await catchReason(call?.());
      expect(error).toBeInstanceOf(ERRORS[status]);
      expect(error).toMatchObject({ status: Number(status), outcome: 'rejected' });
      expect(world.judge.problems).toEqual([]);
    },
  );

  test('names each wrong field of an empty simple question', async () => {
    const { sandbox } = createWorld();
    const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/simple/questions/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: sandbox.accessToken }),
    });
    expect(await answer.json()).toEqual({
      success: false,
      message: 'Validation Fail',
      error_code: 201,
      errors: {
        language: "can't be blank",
        translated_language: "can't be blank",
        question_bodies: "can't be blank",
        translated_language_id: 'is invalid',
      },
    });
  });
});

/** Calls that the service refuses because of the state that it is in, or because of who asks. */
const refused: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'a question that is cancelled already': async (world) => {
    const { id } = await placedQuestion(world);
    await world.requester.questions.cancel(id);
    return world.requester.questions.cancel(id);
  },
  'a cancellation of a translated question': async (world) => {
    const { id } = await translatedQuestion(world);
    return world.requester.questions.cancel(id);
  },
  'a simple question that is a draft already': async (world) => {
    const { id } = await placedSimpleQuestion(world);
    await world.requester.simple.questions.cancel(id);
    return world.requester.simple.questions.cancel(id);
  },
  'a translation that is rejected already': async (world) => {
    const id = await simpleTranslation(world);
    await world.requester.simple.translations.reject(id, { reason: REASON });
    return world.requester.simple.translations.reject(id, { reason: REASON });
  },
  'a comment of the service': async (world) => {
    const { id } = await translatedQuestion(world);
    const { items } = await world.requester.comments.list(id);
    return world.requester.comments.delete(id, items[0]?.id ?? 0);
  },
  'an order that costs more than there is': async (world) => {
    const organization_id = world.sandbox.accounts[0]?.organizationIds[1];
    const question_bodies = [
      { body: 'A text that costs more than a hundred points, since it is long enough.' },
    ];
    return world.requester.simple.questions.create({ ...simpleOrder, organization_id, question_bodies });
  },
  'an order for the organization of another account': async (world) => {
    const organization_id = world.sandbox.accounts[1]?.organizationIds[0];
    return world.requester.simple.questions.create({ ...simpleOrder, organization_id });
  },
  'a language that the service lacks': async ({ requester }) =>
    requester.simple.questions.check({ ...simpleOrder, language_id: 'xx' }),
  'a pair that is not offered': async ({ requester }) =>
    requester.simple.questions.check({ ...simpleOrder, language_id: 'ko', translated_language_id: 'pt-BR' }),
  'a file that is not analysed': async (world) => {
    const { id } = await world.requester.files.upload(new Blob(['Hello']), { filename: 'letter.txt' });
    const questions = [{ type: 'file', source_id: id } as const];
    return world.requester.projects.check({ language_id: 'en', translated_language_id: 'ja', questions });
  },
};

describe('the service refuses, in the form that is described,', () => {
  test.each(Object.entries(refused))('%s', async (_, prepare) => {
    const world = judged();
    const error = await catchReason(prepare(world));
    expect(error).toBeInstanceOf(ValidationError);
    expect(world.judge.problems).toEqual([]);
  });
});

/** What one account has and another asks for. */
const foreign: Readonly<Record<string, (owner: World, another: World) => Promise<unknown>>> = {
  'a project': async (owner, { requester }) => {
    const { project_id: id } = await placedQuestion(owner);
    return requester.projects.get(id);
  },
  'a question': async (owner, { requester }) => requester.questions.get((await placedQuestion(owner)).id),
  'a comment': async (owner, { requester }) => {
    const { questionId, id } = await commentedQuestion(owner);
    return requester.comments.get(questionId, id);
  },
  'a simple question': async (owner, { requester }) =>
    requester.simple.questions.cancel((await placedSimpleQuestion(owner)).id),
  'a simple translation': async (owner, { requester }) =>
    requester.simple.translations.get(await simpleTranslation(owner)),
  'an organization': async ({ sandbox }, { requester }) =>
    requester.organizations.get(sandbox.accounts[0]?.organizationIds[0] ?? 0),
  'an event': async ({ sandbox }, { requester }) => requester.events.get(sandbox.events.append().first),
};

describe('to another account there is no such', () => {
  test.each(Object.entries(foreign))('%s', async (_, ask) => {
    const owner = createWorld();
    const { sandbox } = owner;
    const another = judged({ sandbox, accessToken: sandbox.accounts[1]?.accessToken ?? '' });
    expect(await catchReason(ask(owner, another))).toBeInstanceOf(NotFoundError);
    expect(another.judge.problems).toEqual([]);
  });
});

describe('the token endpoint refuses as OAuth 2.0 does', () => {
  test('a code that was used', async () => {
    const world = judged();
    const code = await authorize(world);
    await world.oauth.exchangeCode(code);
    const error = await catchReason(world.oauth.exchangeCode(code));
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400, outcome: 'rejected' });
    expect(world.judge.problems).toEqual([]);
  });

  test('a browser whose address names no application', async () => {
    const { fetch, baseUrl, judge } = judged();
    const query = new URLSearchParams({ response_type: 'code', client_id: 'none', redirect_uri: 'none' });
    const { status } = await fetch(`${baseUrl}/oauth/authorize?${query}`);
    expect(status).toBe(400);
    expect(judge.problems).toEqual([]);
  });
});
