import * as library from 'translation-requester';
import { isRequesterError, memoryStore, RequesterError } from 'translation-requester';
import {
  AuthorizationDeniedError,
  createState,
  OAuthClient,
  OAuthError,
  StateMismatchError,
} from 'translation-requester/oauth';
import {
  act,
  catchFailure,
  createClient,
  equal,
  makeOrder,
  newKey,
  type Service,
  type Story,
} from './world.js';

type Meet = (service: Service) => Promise<Record<string, unknown>>;

const REFUSED = { success: false, message: 'No.' };

/** A call that the service answers with a fault. */
function faulty(fault: object, call: 'read' | 'write' = 'read', times = 1): Meet {
  return async (service) => {
    const requester = createClient(service);
    await act(service, 'fault', { on: '* /api/v1/organizations/*', fault, times });
    await act(service, 'fault', { on: 'POST /api/v1/organizations', fault, times });
    try {
      return await catchFailure(
        call === 'read' ? requester.organizations.get(1) : requester.organizations.create({ name: 'Team' }),
      );
    } finally {
      await act(service, 'clear');
    }
  };
}

const status = (code: number, body: object = { ...REFUSED, error_code: code }): Meet =>
  faulty({ kind: 'status', status: code, body });

const failingStore = { ...memoryStore(), get: () => Promise.reject(new Error('The disk is full.')) };

/** How a program meets each error of the main entry. */
const MEETINGS: Readonly<Record<string, Meet>> = {
  InputError: (service) => catchFailure(createClient(service).projects.get(-1)),
  BudgetError: (service) =>
    catchFailure(createClient(service).projects.create(makeOrder(newKey()), { maxPoints: 1 })),
  // A browser sends it again once.
  ConnectionError: faulty({ kind: 'drop-after' }, 'write', 9),
  TimeoutError: async (service) => {
    await act(service, 'fault', { on: 'GET /api/v1/my', fault: { kind: 'hang' } });
    return catchFailure(createClient(service).account.get({ timeout: 200 }));
  },
  AuthenticationError: (service) =>
    catchFailure(createClient(service, { accessToken: 'of-nobody' }).account.get()),
  MalformedRequestError: status(403, {
    success: false,
    message: 'Problems parsing JSON',
    error_code: 403,
  }),
  PermissionError: status(403),
  NotFoundError: (service) => catchFailure(createClient(service).projects.get(1)),
  ValidationError: (service) =>
    catchFailure(createClient(service).organizations.create({ name: 'a'.repeat(300) })),
  RateLimitError: faulty({ kind: 'status', status: 429, body: REFUSED, headers: { 'retry-after': '3600' } }),
  ApiError: status(409),
  ServerError: status(500),
  RedirectError: faulty({ kind: 'redirect' }, 'write'),
  UnexpectedAnswerError: faulty({ kind: 'html' }),
  OrderConflictError: async (service) => {
    const key = newKey();
    const { projects } = createClient(service);
    await projects.create(makeOrder(key), { once: true });
    return catchFailure(projects.create(makeOrder(key, 'Good night'), { once: true }));
  },
  OutcomeUnknownError: async (service) => {
    const { projects } = createClient(service);
    await act(service, 'fault', { on: 'POST /api/v1/projects', fault: { kind: 'drop-before' }, times: 9 });
    const failure = await catchFailure(projects.create(makeOrder(newKey()), { once: true, settle: 100 }));
    await act(service, 'clear');
    return failure;
  },
  StoreError: (service) => {
    const { projects } = createClient(service, { store: failingStore });
    return catchFailure(projects.create(makeOrder(newKey()), { once: true }));
  },
  FileAnalysisError: async (service) => {
    const { files } = createClient(service);
    const { id } = await files.upload(new Blob([' ']), { filename: 'empty.txt' });
    await act(service, 'advance', { ms: 10_000 });
    return catchFailure(files.wait(id, { interval: 50 }));
  },
  CheckpointError: async (service) => {
    await act(service, 'append', { count: 1 });
    const options = { from: { lastId: 2 ** 50 }, interval: 50, maxInterval: 50 };
    return catchFailure(loop(createClient(service).events.follow(options)));
  },
  CheckpointConflictError: async (service) => {
    const { last } = await act<{ last: number }>(service, 'append', { count: 3 });
    // Another process has saved its own meanwhile.
    const checkpoint = { load: async () => undefined, save: async () => false };
    return catchFailure(
      loop(createClient(service).events.follow({ from: { lastId: last - 3 }, checkpoint })),
    );
  },
};

async function loop(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

/** How a program meets each error of a sign-in. */
const SIGN_INS: Readonly<Record<string, (oauth: OAuthClient, redirectUri: string) => PromiseLike<unknown>>> =
  {
    OAuthError: (oauth) => oauth.exchangeCode('of nobody'),
    StateMismatchError: (oauth, back) =>
      oauth.exchangeRedirect(`${back}?code=a&state=b`, { state: createState() }),
    AuthorizationDeniedError: (oauth, back) =>
      oauth.exchangeRedirect(`${back}?error=access_denied&state=b`, { state: 'b' }),
  };

const OF_SIGN_INS = { OAuthError, StateMismatchError, AuthorizationDeniedError };

function isErrorClass(value: unknown): value is typeof RequesterError {
  return typeof value === 'function' && value.prototype instanceof RequesterError;
}

export const errors: Story = async (service) => {
  const classes = Object.entries(library).filter(
    ([, value]) => isErrorClass(value) && !Object.is(value, RequesterError),
  );
  equal('the classes', classes.map(([name]) => name).toSorted(), Object.keys(MEETINGS).toSorted());
  const wrong: string[] = [];
  const check = (name: string, error: unknown, known: unknown): void => {
    const met = Object(error);
    const fits = isErrorClass(known) && error instanceof known && isRequesterError(error);
    if (met.name !== name || !fits) wrong.push(`${name}: met ${met.name} (${met.message})`);
  };
  for (const [name, meet] of Object.entries(MEETINGS)) {
    const met = await meet(service).catch((thrown: unknown) => ({ name: 'none', message: String(thrown) }));
    check(name, met, Object(library)[name]);
  }
  const { baseUrl, application } = service;
  const oauth = new OAuthClient({ baseUrl, ...application, dangerouslyAllowBrowser: true });
  for (const [name, meet] of Object.entries(SIGN_INS)) {
    check(name, await catchFailure(meet(oauth, application.redirectUri)), Object(OF_SIGN_INS)[name]);
  }
  equal('what is wrong', wrong, []);
  return undefined;
};
