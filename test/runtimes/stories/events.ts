import { createCallbackHandler } from 'translation-requester/callbacks';
import { createState, OAuthClient } from 'translation-requester/oauth';
import { act, catchFailure, createClient, equal, type Story, there } from './world.js';

export const signIn: Story = async (service) => {
  const { baseUrl, application } = service;
  const oauth = new OAuthClient({ baseUrl, ...application, dangerouslyAllowBrowser: true });
  const state = createState();
  const back = await act<string>(service, 'authorize', { url: oauth.authorizationUrl({ state }) });
  const { access_token } = await oauth.exchangeRedirect(back, { state });
  const { email } = await createClient(service, { accessToken: access_token }).account.get();
  equal('the account', email, (await createClient(service).account.get()).email);
  const { name } = await catchFailure(oauth.exchangeRedirect(back, { state: createState() }));
  equal('a foreign state', name, 'StateMismatchError');
  return undefined;
};

export const follow: Story = async (service) => {
  const { events } = createClient(service);
  const { last: lastId } = await act<{ last: number }>(service, 'append', { count: 1 });
  const { last } = await act<{ last: number }>(service, 'append', { count: 3 });
  const seen: number[] = [];
  for await (const { id } of events.follow({ from: { lastId }, until: 'caught-up' })) seen.push(id);
  equal('the events', [seen.length, seen.at(-1)], [3, last]);
  const live = events.follow({ from: { lastId: last }, interval: 50, maxInterval: 50 });
  const appended = act<{ last: number }>(service, 'append', { count: 1 });
  for await (const { id } of live) {
    equal('the live event', id, (await appended).last);
    break;
  }
  return undefined;
};

export const callback: Story = async (service) => {
  const handled: string[] = [];
  const requester = createClient(service);
  const handler = createCallbackHandler({
    requester,
    secret: 'known',
    onEvent: ({ id, type }) => void handled.push(`${id} ${type}`),
  });
  const { last } = await act<{ last: number }>(service, 'append', { count: 1 });
  const deliver = (secret: string): Promise<Response> => {
    const init = { method: 'POST', body: JSON.stringify({ id: last }) };
    return handler(new Request(`http://127.0.0.1/events?secret=${secret}`, init));
  };
  const statuses = [await deliver('guessed'), await deliver('known'), await deliver('known')];
  equal(
    'the answers',
    statuses.map(({ status }) => status),
    [401, 200, 200],
  );
  const { type } = there('the event', await requester.events.get(last));
  equal('what was handled', handled, [`${last} ${type}`]);
  return undefined;
};
