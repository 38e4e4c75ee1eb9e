import { assertType, expectTypeOf, test } from 'vitest';
import {
  type CallbackHandlerOptions,
  createCallbackHandler,
  type NodeListener,
  type NodeRequest,
} from '../../src/callbacks.js';
import { type ApplicationEvent, Requester } from '../../src/index.js';

const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token' });
const clients = new Map<number, Requester>();

test('onEvent gets the client that is given, with everything that it has', () => {
  createCallbackHandler({
    requester,
    secret: 'known',
    onEvent(event, context) {
      expectTypeOf(event).toEqualTypeOf<ApplicationEvent>();
      expectTypeOf(context.requester).toEqualTypeOf<Requester>();
    },
  });
});

test('onEvent gets the client that a function finds, now or later', () => {
  createCallbackHandler({
    secret: 'known',
    requester: ({ organization_id = 0 }) => clients.get(organization_id),
    onEvent: (_, context) => void expectTypeOf(context.requester).toEqualTypeOf<Requester>(),
  });
  createCallbackHandler({
    secret: 'known',
    requester: async ({ organization_id = 0 }) => clients.get(organization_id),
    onEvent: (_, context) => void expectTypeOf(context.requester).toEqualTypeOf<Requester>(),
  });
});

test('a function that finds something else is refused', () => {
  // @ts-expect-error: a token is no client
  createCallbackHandler({ secret: 'known', requester: () => 'token', onEvent: () => undefined });
});

test('options can have a type of their own, without naming the client', () => {
  const options: CallbackHandlerOptions = { requester, secret: false, onEvent: () => undefined };
  createCallbackHandler(options);
});

/** What `JSON.parse` gives: newer types of Node say it of every listener's values. */
type Anything = ReturnType<typeof JSON.parse>;

test('a listener takes requests of Node, however their events are typed', () => {
  interface Incoming extends Omit<NodeRequest, 'on'> {
    on<Name extends 'close' | 'data'>(
      name: Name,
      listener: (...values: { close: []; data: [Anything] }[Name]) => void,
    ): this;
    on(name: string | symbol, listener: (...values: Anything[]) => void): this;
  }
  assertType<
    (
      request: Incoming,
      ...rest: Parameters<NodeListener> extends [unknown, ...infer Rest] ? Rest : never
    ) => void
  >((() => undefined) as NodeListener);
});
