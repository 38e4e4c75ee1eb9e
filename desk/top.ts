import { h, type Wanted } from './dom.js';
import { acting, count, type Page, time } from './page.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function topPart(page: Page): Wanted {
  const { now } = page.state;
  return h(
    'header',
    {},
    h('h1', {}, 'Translation Requester sandbox'),
    h('p', { role: 'status' }, page.isLinked ? 'Live.' : 'The sandbox does not answer.'),
    h('p', {}, `The time here was ${time(now)} at the last change.`),
    h(
      'p',
      { class: 'buttons' },
      h('button', { on: acting(page, 'clock', { advance: 5 * MINUTE }) }, 'Move the clock 5 minutes'),
      h('button', { on: acting(page, 'clock', { advance: DAY }) }, 'Move the clock a day'),
      h('button', { on: acting(page, 'reset', { empty: true }), class: 'danger' }, 'Reset everything'),
      h('a', { href: '/docs' }, 'The API'),
      h('a', { href: '/_sandbox/openapi.yaml' }, 'The control interface'),
    ),
    h('p', { role: 'alert', class: page.message === '' ? '' : 'notice' }, page.message),
  );
}

/** What a first visit should know. It folds itself away after the first order. */
export function welcomePart({ state }: Page): Wanted {
  const { credentials } = state;
  const origin = location.origin;
  const commands = [
    `curl '${origin}/api/v1/my?access_token=${credentials.accessToken}'`,
    `curl ${origin}/api/v1/simple/questions -H 'content-type: application/json' -d '{"access_token":"${credentials.accessToken}","language_id":"en","translated_language_id":"ja","question_bodies":[{"body":"Good morning"}]}'`,
    `curl '${origin}/api/v1/my/application_events?access_token=${credentials.accessToken}'`,
  ];
  return h(
    'details',
    {
      class: 'welcome',
      key: state.orders.total === 0 ? 'welcome' : 'credentials',
      open: state.orders.total === 0,
    },
    h('summary', {}, 'What this is, and how to connect'),
    h(
      'p',
      {},
      'This is the Translation Requester API in memory: orders cost points, are translated, expire and write events, and nothing is real. You play the translator. Send one of these commands, and the order appears here.',
    ),
    ...commands.map((command) => h('pre', { tabindex: '0' }, command)),
    h(
      'dl',
      {},
      ...Object.entries(credentials).flatMap(([name, value]) => [
        h('dt', {}, name),
        h('dd', {}, h('code', {}, value)),
      ]),
    ),
  );
}

const WIDTH = 300;
const HEIGHT = 80;

export function pointsPart({ state, points }: Page): Wanted {
  const rows = state.organizations.map((one) =>
    h('p', { key: one.id }, `${one.name}: ${count(one.availablePoint)} to spend, ${count(one.point)} in all`),
  );
  return h(
    'section',
    { 'aria-labelledby': 'points' },
    h('h2', { id: 'points' }, 'Points'),
    ...rows,
    h(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: 'img',
        'aria-label': 'Points to spend since this page was opened',
      },
      h('polyline', { points: lineOf(points) }),
    ),
  );
}

/** Steps from left to right, the newest value at the right edge. */
function lineOf(points: Page['points']): string {
  const values = points.map((one) => one.points);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const begin = points[0]?.at ?? 0;
  const length = (points.at(-1)?.at ?? begin) - begin || 1;
  let line = '';
  let last = '';
  for (const one of points) {
    const x = (((one.at - begin) / length) * WIDTH).toFixed(1);
    const y = (HEIGHT - 4 - ((one.points - low) / range) * (HEIGHT - 8)).toFixed(1);
    line += `${last === '' ? '' : `${x},${last} `}${x},${y} `;
    last = y;
  }
  return `${line}${WIDTH},${last}`;
}
