import { act, createClient, equal, isTrue, makeOrder, newKey, type Story, there } from './world.js';

/** In pieces, as a file of that size is read. */
const PIECES = Array.from({ length: 32 }, () => 'a'.repeat(64 * 1024));
const SIZE = 32 * 64 * 1024;

export const upload: Story = async (service) => {
  const requester = createClient(service);
  const percents: number[] = [];
  const { id } = await requester.files.upload(new Blob(PIECES), {
    filename: 'letter "1" ä.txt',
    onProgress: ({ percent }) => percents.push(percent),
  });
  const form = await act<{ file: { name: string; size: number } }>(service, 'uploaded');
  equal('the file', [form.file.name, form.file.size], ['letter "1" ä.txt', SIZE]);
  equal('its status', (await requester.files.get(id)).id, id);
  equal('the last progress', percents.at(-1), 1);
  equal('how often the end was reported', percents.filter((percent) => percent === 1).length, 1);
  equal(
    'the order of progress',
    percents,
    percents.toSorted((a, b) => a - b),
  );
  const stream = new Blob(PIECES).stream();
  const streamed = await requester.files.upload(stream, { filename: 'streamed.txt' });
  isTrue('a stream is another file', streamed.id !== id);
  return percents.length > 1 ? undefined : 'progress only at the end';
};

export const download: Story = async (service) => {
  const requester = createClient(service);
  const { questions } = await requester.projects.create(makeOrder(newKey()));
  const { id } = there('a question', questions[0]);
  const texts = ['おはよう '.repeat(20_000)];
  await act(service, 'translate', { id, texts });
  const response = await requester.revisions.download(id, 1);
  const reader = there('a body', response.body).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let pieces = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    pieces += 1;
    text += decoder.decode(step.value, { stream: true });
  }
  isTrue('it came as a stream', pieces > 0);
  equal('the text', text, texts[0]);
  return undefined;
};
