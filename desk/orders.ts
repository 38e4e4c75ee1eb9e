import { act, type Order } from './api.js';
import { type Child, h, type Wanted } from './dom.js';
import { acting, count, type Page, sending, time } from './page.js';

type Question = Order['questions'][number];
type Simple = NonNullable<Order['simple']>;
type Comment = Question['comments'][number];

export function ordersPart(page: Page): Wanted {
  const { orders } = page.state;
  const shown = [
    ...orders.items,
    ...page.older.filter(({ id }) => !orders.items.some((one) => one.id === id)),
  ];
  return h(
    'section',
    { 'aria-labelledby': 'orders', class: 'orders' },
    h('h2', { id: 'orders' }, `Orders (${count(orders.total)})`),
    h(
      'p',
      { class: 'buttons' },
      h('button', { on: acting(page, 'orders', { kind: 'simple' }) }, 'Place a simple question'),
      h('button', { on: acting(page, 'orders', { kind: 'project' }) }, 'Place a project'),
      h('button', { on: acting(page, 'translate', { all: true }) }, 'Translate all'),
    ),
    ...shown.map((order) => orderPart(page, order)),
    orders.total > shown.length &&
      h('button', { on: { click: () => page.showOlder() } }, 'Show older orders'),
  );
}

function orderPart(page: Page, order: Order): Wanted {
  const { done, all, status, isOpen } = progressOf(order);
  const name = `${order.kind === 'project' ? 'Project' : 'Simple question'} ${order.id}`;
  return h(
    'details',
    { key: order.id, class: isOpen ? 'order open' : 'order' },
    h(
      'summary',
      {},
      h('strong', {}, name),
      ` ${order.languageId} → ${order.translatedLanguageId}, ${count(order.points)} points `,
      h('span', { class: 'status' }, status),
      h('progress', { max: all, value: done, 'aria-label': `Translated texts of ${name}` }),
    ),
    order.key === null ? null : h('p', {}, `custom_field: ${order.key}`),
    isOpen && h('button', { on: acting(page, 'translate', { orderId: order.id }) }, `Translate ${name}`),
    ...order.questions.map((question) => questionPart(page, question)),
    order.simple === null ? null : simplePart(page, order.simple),
  );
}

function progressOf({ questions, simple }: Order) {
  if (simple !== null) {
    const done = simple.bodies.filter(({ translations }) => translations.length > 0).length;
    return { done, all: simple.bodies.length, status: simple.statusText, isOpen: simple.open };
  }
  const done = questions.filter(({ translation }) => translation.length > 0).length;
  const status = [...new Set(questions.map(({ statusText }) => statusText))].join(', ');
  return { done, all: questions.length, status, isOpen: questions.some(({ open }) => open) };
}

function questionPart(page: Page, question: Question): Wanted {
  const { id, title, statusText, points, open, texts, translation, takenUntil } = question;
  const taking = statusText === 'pending' || statusText === 'listing';
  return h(
    'article',
    { key: id },
    h('h3', {}, `${title} (question ${id})`),
    h(
      'p',
      {},
      `${statusText}, ${count(points)} points`,
      takenUntil === null ? '' : `, taken until ${time(takenUntil)}`,
    ),
    h('blockquote', {}, texts.join('\n')),
    translation.length > 0 && h('blockquote', { class: 'translation' }, translation.join('\n')),
    taking && h('button', { on: acting(page, 'take', { questionId: id }) }, `Take question ${id}`),
    open &&
      textForm(page, `Translation of question ${id}, a line each`, 'Submit', (text) =>
        act('translate', { questionId: id, texts: text.split('\n') }),
      ),
    ...commentsPart(page, question.comments, id, { questionId: id }),
  );
}

function simplePart(page: Page, { bodies, open, expiresAt }: Simple): Wanted {
  return h(
    'div',
    {},
    expiresAt === null ? null : h('p', {}, `Expires ${time(expiresAt)}`),
    open &&
      expiresAt !== null &&
      h(
        'button',
        { on: acting(page, 'clock', { advance: Math.max(0, expiresAt - page.state.now) }) },
        'Move the clock to the expiry',
      ),
    ...bodies.map((body) =>
      h(
        'article',
        { key: body.id },
        h('blockquote', {}, body.text),
        ...body.translations.flatMap((one) => [
          h('blockquote', { class: 'translation' }, one.text),
          ...commentsPart(page, one.comments, one.id, { translationId: one.id }),
        ]),
        open &&
          body.translations.length === 0 &&
          textForm(page, `Translation of text ${body.id}`, 'Submit', (text) =>
            act('translate', { questionBodyId: body.id, text }),
          ),
      ),
    ),
  );
}

function commentsPart(page: Page, comments: readonly Comment[], id: number, target: object): Child[] {
  return [
    ...comments.map((one) => h('p', { class: 'comment', key: `c${one.id}` }, `${one.by}: ${one.body}`)),
    textForm(page, `Comment on ${id} as a translator`, 'Comment', (body) =>
      act('comment', { ...target, body }),
    ),
  ];
}

function textForm(
  page: Page,
  label: string,
  button: string,
  send: (text: string) => Promise<unknown>,
): Wanted {
  return h(
    'form',
    { key: label, on: sending(page, (texts) => send(String(texts.get('text')))) },
    h('textarea', { name: 'text', 'aria-label': label, placeholder: label, rows: '1', required: true }),
    h('button', {}, button),
  );
}
