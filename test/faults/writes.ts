import { calls, type Prepared } from '../client/contract/calls.js';
import { operationNamed } from '../client/contract/operations.js';
import { authorize, createWorld, newSandbox, type World } from '../client/contract/world.js';

/** A call that changes something, and how often the service has done what it asks. */
export interface Write {
  readonly name: string;
  readonly operationId: string;
  readonly prepare: Prepared;
  /** How often it was done, by the service's own account. */
  readonly effects: (world: World) => Promise<number>;
  /** Its body is a stream, so nothing lets it be sent again. */
  readonly streams?: true;
  /** It looks for itself what became of it, when an answer doesn't tell. */
  readonly settles?: true;
  /** Its answer is passed on as it comes. */
  readonly unchecked?: true;
}

/** The method and path of an operation, as faults are addressed. */
export function findPlace(operationId: string): string {
  const { method, path } = operationNamed(operationId);
  return `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`;
}

/** A client of the same service that meets no fault. */
function observer({ sandbox }: World): World {
  return createWorld({ sandbox });
}

function makeOrders(kind: 'project' | 'simple') {
  return async ({ sandbox }: World): Promise<number> =>
    sandbox.orders().filter((order) => order.kind === kind).length;
}

async function theQuestion(world: World) {
  const { items } = await observer(world).requester.questions.list();
  const [question] = items;
  if (question === undefined) throw new Error('There is no question.');
  return question;
}

async function theComments(world: World) {
  const { items } = await observer(world).requester.comments.list((await theQuestion(world)).id);
  return items;
}

async function theSimpleQuestion(world: World) {
  const [order] = world.sandbox.orders();
  return observer(world).requester.simple.questions.get(order?.id ?? 0);
}

async function theTranslations(world: World) {
  const { question_bodies: bodies } = await theSimpleQuestion(world);
  return bodies.flatMap(({ translations }) => translations ?? []);
}

/** The ids that the first two uploads to a new service get; the same seed gives the same ones. */
async function uploadIds(): Promise<number[]> {
  const world = createWorld({ sandbox: newSandbox() });
  const upload = () => world.requester.files.upload(new Blob(['x']), { filename: 'x.txt' });
  return [(await upload()).id, (await upload()).id];
}

async function uploads(world: World): Promise<number> {
  const { requester } = observer(world);
  const found = await Promise.allSettled((await uploadIds()).map(async (id) => requester.files.get(id)));
  return found.filter(({ status }) => status === 'fulfilled').length;
}

/** A code works only once, so it is used up when it serves no more. */
async function exchanges(world: World, code: string | undefined): Promise<number> {
  const again = observer(world).oauth.exchangeCode(code ?? '');
  return again.then(
    () => 0,
    () => 1,
  );
}

/** The code that each world's application was given. */
const codes = new WeakMap<object, string>();

const prepared = (operationId: string): { readonly operationId: string; readonly prepare: Prepared } => {
  const prepare = calls[operationId];
  if (prepare === undefined) throw new Error(`There is no call for ${operationId}.`);
  return { operationId, prepare };
};

const text = new TextEncoder().encode('Good morning');

/** Every call that changes something. */
export const writes: readonly Write[] = [
  { name: 'projects.create', ...prepared('projects.create'), effects: makeOrders('project') },
  { name: 'simple.questions.create', ...prepared('simple.questions.create'), effects: makeOrders('simple') },
  {
    name: 'organizations.create',
    ...prepared('organizations.create'),
    effects: async (world) => (await observer(world).requester.organizations.list()).total_count - 2,
  },
  {
    name: 'comments.create',
    ...prepared('comments.create'),
    effects: async (world) => (await theComments(world)).length,
  },
  {
    name: 'comments.update',
    ...prepared('comments.update'),
    effects: async (world) => (await theComments(world)).filter(({ body }) => body === 'Be brief.').length,
  },
  {
    name: 'comments.delete',
    ...prepared('comments.delete'),
    effects: async (world) => 1 - (await theComments(world)).length,
  },
  {
    name: 'questions.cancel',
    ...prepared('questions.cancel'),
    effects: async (world) => ((await theQuestion(world)).status === 3 ? 1 : 0),
    settles: true,
  },
  {
    name: 'simple.questions.cancel',
    ...prepared('simple.questions.cancel'),
    effects: async (world) => ((await theSimpleQuestion(world)).draft_question_id === null ? 0 : 1),
    settles: true,
  },
  {
    name: 'simple.translations.reject',
    ...prepared('simple.translations.reject'),
    effects: async (world) => 1 - (await theTranslations(world)).length,
  },
  {
    name: 'simple.translations.comments.create',
    ...prepared('simple.translations.comments.create'),
    effects: async (world) => (await theTranslations(world))[0]?.comments_count ?? 0,
    unchecked: true,
  },
  { name: 'files.upload of a Blob', ...prepared('files.upload'), effects: uploads },
  {
    name: 'files.upload with its progress watched',
    operationId: 'files.upload',
    prepare:
      async ({ requester }) =>
      (options) =>
        requester.files.upload(new Blob([text]), {
          ...options,
          filename: 'letter.txt',
          onProgress: () => undefined,
        }),
    effects: uploads,
  },
  {
    name: 'files.upload of a stream',
    operationId: 'files.upload',
    prepare:
      async ({ requester }) =>
      (options) =>
        requester.files.upload(new Blob([text]).stream(), { ...options, filename: 'letter.txt' }),
    effects: uploads,
    streams: true,
  },
  {
    name: 'oauth.exchangeCode',
    operationId: 'oauth.token',
    prepare: async (world) => {
      const code = await authorize(world);
      codes.set(world.sandbox, code);
      return (options) => world.oauth.exchangeCode(code, options);
    },
    effects: async (world) => exchanges(world, codes.get(world.sandbox)),
  },
];
