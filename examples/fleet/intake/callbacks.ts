import { type CallbackHandler, createCallbackHandler } from 'translation-requester/callbacks';
import { WAKE } from '../following.ts';
import { log, told } from '../log.ts';
import type { Intake } from './app.ts';

/**
 * Receives the deliveries of the service. Each wakes the leader of its account, wherever it runs; the leader reads the
 * log, so a lost or forged delivery does no harm.
 */
export function callbackReceiver({ accounts, getClient, redis }: Intake) {
  const handlers = new Map<string, CallbackHandler>();
  const make = (account: string, secret: string): CallbackHandler =>
    createCallbackHandler({
      requester: getClient(account),
      secret,
      seen: { claim: () => true }, // to be woken twice does no harm
      onEvent: async () => void (await redis.publish(WAKE, account)),
      onError: (error) => log.warn('a callback failed', { account, ...told(error) }),
    });
  return async (account: string, request: Request): Promise<Response> => {
    const secret = accounts.get(account)?.callbackSecret;
    if (secret === undefined) return new Response(null, { status: 404 });
    const handler = handlers.get(account) ?? make(account, secret);
    handlers.set(account, handler);
    return handler(request);
  };
}
