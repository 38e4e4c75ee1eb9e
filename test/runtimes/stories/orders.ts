import { isFinished, QuestionStatus } from 'translation-requester';
import { act, createClient, equal, isTrue, makeOrder, newKey, type Story, there } from './world.js';

export const create: Story = async (service) => {
  const key = newKey();
  const requester = createClient(service);
  const text = 'Grüße, 世界 🌍';
  const { data, placed, response, attempts } = await requester.projects
    .create(makeOrder(key, text))
    .withResponse();
  equal('the answer', [placed, response.status, attempts], [true, 201, 1]);
  equal('the text', there('a question', data.questions[0]).title, text);
  equal('the orders', await act(service, 'orders', { key }), 1);
  return undefined;
};

export const once: Story = async (service) => {
  const key = newKey();
  const place = () => createClient(service).projects.create(makeOrder(key), { once: true }).withResponse();
  const placed = await Promise.all([place(), place()]);
  const again = await place();
  equal('the ids', new Set([...placed, again].map(({ data }) => data.id)).size, 1);
  equal('who has placed it', placed.filter((each) => each.placed).length, 1);
  equal('the orders', await act(service, 'orders', { key }), 1);
  return undefined;
};

export const list: Story = async (service) => {
  const requester = createClient(service);
  await requester.projects.create(makeOrder(newKey()));
  const page = await requester.questions.list({ per_page: 1 });
  equal('the page', [page.items.length, page.page, page.per_page], [1, 1, 1]);
  isTrue('the total is the number of all pages', page.total_pages === page.total_count);
  return undefined;
};

export const iterate: Story = async (service) => {
  const requester = createClient(service);
  const keys = [newKey(), newKey(), newKey()];
  for (const key of keys) await requester.projects.create(makeOrder(key));
  const ids = new Set<number>();
  const found = new Set<string>();
  let items = 0;
  for await (const { id, custom_field } of requester.questions.list({ per_page: 2 })) {
    items += 1;
    ids.add(id);
    if (typeof custom_field === 'string') found.add(custom_field);
  }
  equal('the items and their ids', items, ids.size);
  isTrue(
    'each order is among them',
    keys.every((key) => found.has(key)),
  );
  return undefined;
};

export const wait: Story = async (service) => {
  const requester = createClient(service);
  const project = await requester.projects.create(makeOrder(newKey()));
  const { id } = there('a question', project.questions[0]);
  const waiting = requester.questions.wait(id, { interval: 50, timeout: 20_000 });
  await act(service, 'translate', { id, texts: ['おはようございます'] });
  const question = await waiting;
  equal('its status', [question.status, isFinished(question)], [QuestionStatus.Completed, true]);
  return undefined;
};
