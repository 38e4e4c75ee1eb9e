import { act } from './api.js';
import { h, type Wanted } from './dom.js';
import { acting, count, type Page, sending, time } from './page.js';

export function eventsPart(page: Page): Wanted {
  const { total, items } = page.state.events;
  return h(
    'section',
    { 'aria-labelledby': 'events' },
    h('h2', { id: 'events' }, `Event log (${count(total)})`),
    h(
      'ul',
      { tabindex: '0', 'aria-labelledby': 'events' },
      ...items.map((event) =>
        h(
          'li',
          { key: event.id },
          h('code', {}, event.type),
          ` of ${event.orderId}, ${time(event.at)} `,
          h(
            'button',
            {
              on: acting(page, 'deliveries', { eventId: event.id }),
              'aria-label': `Deliver event ${event.id}`,
            },
            'Deliver',
          ),
        ),
      ),
    ),
  );
}

export function requestsPart(page: Page): Wanted {
  const { total, items } = page.state.requests;
  return h(
    'section',
    { 'aria-labelledby': 'requests' },
    h('h2', { id: 'requests' }, `Requests (${count(total)})`),
    h(
      'ul',
      { tabindex: '0', 'aria-labelledby': 'requests' },
      ...items.map((request, index) =>
        h(
          'li',
          { key: total - index },
          h(
            'details',
            {},
            h('summary', {}, `${request.method} ${request.path} → ${request.status ?? 'no answer'}`),
            h(
              'pre',
              { tabindex: '0' },
              JSON.stringify({ query: request.query, body: request.body }, null, 2),
            ),
          ),
        ),
      ),
    ),
  );
}

/** An application that wanted to return to another address than the registered one. */
export function redirectPart(page: Page): Wanted | null {
  const { requests, credentials } = page.state;
  const last = requests.items.find(({ path }) => path === '/oauth/authorize');
  const asked = last?.query.redirect_uri;
  if (last?.status !== 400 || typeof asked !== 'string' || asked === credentials.redirectUri) return null;
  return h(
    'section',
    { class: 'notice', 'aria-label': 'Redirect address' },
    h('p', {}, 'An application asked to return to ', h('code', {}, asked), ' but the registered address is '),
    h('p', {}, h('code', {}, credentials.redirectUri)),
    h('button', { on: acting(page, 'application', { redirectUri: asked }) }, 'Register the one it asked for'),
  );
}

export function deliveriesPart(page: Page): Wanted {
  const { total, items } = page.state.deliveries;
  return h(
    'section',
    { 'aria-labelledby': 'deliveries' },
    h('h2', { id: 'deliveries' }, `Deliveries (${count(total)})`),
    h(
      'form',
      { on: sending(page, (texts) => act('deliveries/receiver', { to: texts.get('to') })) },
      h(
        'label',
        {},
        'Receiver ',
        h('input', {
          name: 'to',
          type: 'url',
          required: true,
          placeholder: page.state.credentials.callbackUrl,
        }),
      ),
      h('button', {}, 'Deliver there'),
    ),
    h(
      'ul',
      { tabindex: '0', 'aria-labelledby': 'deliveries' },
      ...items.map((one, index) => {
        const retry = one.retryCount === 0 ? '' : `, retry ${one.retryCount}`;
        return h(
          'li',
          { key: total - index },
          `Event ${one.eventId}: ${one.status ?? 'no answer'}${retry}, ${time(one.at)}`,
        );
      }),
    ),
  );
}

const KINDS = [
  ...['status 503', 'status 429', 'status 500', 'refuse', 'drop-before', 'drop-after', 'drop-midway'],
  ...['delay 5000', 'hang', 'html', 'truncate', 'empty', 'wrong-shape', 'redirect'],
];

export function faultsPart(page: Page): Wanted {
  const { faults } = page.state;
  return h(
    'section',
    { 'aria-labelledby': 'faults' },
    h('h2', { id: 'faults' }, 'Faults'),
    h(
      'form',
      { on: sending(page, (texts) => act('faults', ruleOf(texts))) },
      h('label', {}, 'Kind ', h('select', { name: 'kind' }, ...KINDS.map((kind) => h('option', {}, kind)))),
      h('label', {}, 'Requests ', h('input', { name: 'times', type: 'number', min: '1', value: '1' })),
      h(
        'label',
        {},
        'Path ',
        h('input', { name: 'on', value: '*', required: true, placeholder: 'POST /api/v1/projects' }),
      ),
      h('button', {}, 'Add the fault'),
    ),
    h(
      'ul',
      {},
      ...faults.map((one, index) =>
        h('li', { key: index }, `${one.fault.kind} for ${one.on}: ${one.hits} of ${one.times ?? 1}`),
      ),
    ),
    faults.length > 0 && h('button', { on: acting(page, 'faults/clear') }, 'Remove all faults'),
  );
}

function ruleOf(texts: FormData): object {
  const [kind, number] = String(texts.get('kind')).split(' ');
  const name = kind === 'delay' ? 'ms' : 'status';
  const fault = { kind, ...(number === undefined ? {} : { [name]: Number(number) }) };
  return { on: texts.get('on'), times: Number(texts.get('times')), fault };
}
