// Has a file translated: upload, wait for the analysis, look at the price, order, download.
// Run it: node upload-and-wait.ts (in a clone: npm run example upload-and-wait)
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

const file = new File(['Every parcel has a number.\nKeep it.'], 'parcels.txt', { type: 'text/plain' });
const uploaded = await requester.files.upload(file, {
  onProgress: ({ percent }) => console.log(`Uploaded ${Math.round(100 * percent)}%`),
});
const source = await requester.files.wait(uploaded.id, { interval: 500 }); // rejects when it can't be read

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'file', source_id: source.id }],
} as const;
const { point } = await requester.projects.check(order);
console.log(`${source.letter_count} letters cost ${point} points.`);
const project = await requester.projects.create(order);

// The other side of the service, which the sandbox plays.
for (const { id } of project.questions) {
  sandbox.translators.translateQuestion(id, ['荷物にはすべて番号があります。', '保管してください。']);
}

for (const { id } of project.questions) {
  const { revision_number } = await requester.revisions.latest(id);
  const download = await requester.revisions.download(id, revision_number);
  console.log(await download.text());
}
