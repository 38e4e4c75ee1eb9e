import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { connect, MOMENT, projectOrder, upload } from './api.js';
import {
  makePresentation,
  makeWordFile,
  makeWorkbook,
  SHEET_TEXTS,
  SLIDE_TEXTS,
  WORD_TEXTS,
} from './office-samples.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
});

async function order(name: string, content: BlobPart): Promise<number> {
  const { id } = (await upload(sandbox, name, content)).body.question_source;
  await sandbox.clock.advance(2000);
  const terms = projectOrder({ type: 'file', body: null, source_id: id });
  return (await connect(sandbox).post('projects', terms)).body.project.questions[0].id;
}

async function readOriginals(question: number): Promise<string[]> {
  const { body } = await connect(sandbox).get(`questions/${question}/revisions/latest`);
  return body.translation.paragraphs.map((each: { original_text: string }) => each.original_text);
}

/** Downloads the first translation. */
async function download(question: number, from = sandbox): Promise<Response> {
  const path = `${from.baseUrl}/api/v1/questions/${question}/revisions/1/file`;
  return from.fetch(`${path}?access_token=${from.accessToken}`);
}

/** The parts of a downloaded file that are text. */
async function readParts(question: number): Promise<Record<string, string>> {
  const bytes = new Uint8Array(await (await download(question)).arrayBuffer());
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)] as const);
  return Object.fromEntries(parts);
}

const FILES = [
  ['menu.docx', makeWordFile, WORD_TEXTS],
  ['menu.xlsx', makeWorkbook, SHEET_TEXTS],
  ['menu.pptx', makePresentation, SLIDE_TEXTS],
] as const;

describe.each(FILES)('%s', (name, make, texts) => {
  test('is counted as a reader sees it: nothing twice, and nothing that is hidden', async () => {
    const question = await order(name, make());
    sandbox.translators.translateQuestion(question);
    expect(await readOriginals(question)).toEqual(texts);
    const { body } = await connect(sandbox).get(`questions/${question}`);
    expect(body.question.letter_count).toBe(texts.join('').replace(/\s/g, '').length);
  });

  test('comes back as a file of its kind, with the parts and texts that it had', async () => {
    const question = await order(name, make());
    sandbox.translators.translateQuestion(question);
    const answer = await download(question);
    expect(answer.headers.get('content-type')).toContain('application/vnd.openxmlformats-officedocument.');
    expect(answer.headers.get('content-disposition')).toContain(`"${name}"`);
    expect(Object.keys(await readParts(question))).toEqual(Object.keys(unzipSync(make())));
    // Ordered again, it has its translations as originals.
    const translated = await order(name, await answer.blob());
    sandbox.translators.translateQuestion(translated);
    // A column keeps its name, since formulas use it.
    const expected = texts.map((text) => (text === 'Column' ? text : `[ja] ${text}`));
    expect(await readOriginals(translated)).toEqual(expected);
  });

  test('is the same again from a snapshot', async () => {
    const question = await order(name, make());
    sandbox.translators.translateQuestion(question);
    const copy = createSandbox({ snapshot: JSON.parse(JSON.stringify(sandbox.snapshot())) });
    const [left, right] = [await download(question), await download(question, copy)];
    expect(await right.bytes()).toEqual(await left.bytes());
  });
});

describe('a translation in a text document', () => {
  test('stands in both copies of a text box, in the contents, and between tabs and page numbers', async () => {
    const question = await order('menu.docx', makeWordFile());
    sandbox.translators.translateQuestion(question);
    const parts = await readParts(question);
    expect(parts['word/document.xml']?.match(/\[ja\] Text box/g)).toHaveLength(2);
    expect(parts['word/document.xml']?.match(/\[ja\] Heading/g)).toHaveLength(2);
    expect(parts['word/document.xml']).toMatch(/\[ja\] Price<.*<w:tab\/>.*>in points</);
    expect(parts['word/document.xml']).toContain('>Hidden<');
    expect(parts['word/footer1.xml']).toMatch(/>\[ja\] Page <.*>1<.*> of <.*>1</);
    expect(parts['word/comments.xml']).toContain('>Comment<');
  });

  test('loses no paragraph, and has no character that XML can not hold', async () => {
    const question = await order('menu.docx', makeWordFile());
    sandbox.translators.translateQuestion(question, ['a\u0001 <b> & c', ...Array(8).fill('x'), 'further']);
    const parts = await readParts(question);
    expect(parts['word/document.xml']).toContain('>a\ufffd &lt;b&gt; &amp; c<');
    expect(parts['word/charts/chart1.xml']).toContain('>x\nfurther<');
  });

  test('keeps white space at its edges, and its charset is what it says', async () => {
    const xml =
      '\ufeff<?xml version="1.0" encoding="UTF-16"?>\r\n<p><r><t>Soup</t></r><tab/><r><t>x</t></r></p>';
    const part = new Uint8Array(Buffer.from(xml, 'utf16le'));
    const question = await order('a.docx', new Uint8Array(zipSync({ 'word/document.xml': part })));
    sandbox.translators.translateQuestion(question, ['Suppe \ty']);
    expect((await readParts(question))['word/document.xml']).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<p><r><t xml:space="preserve">Suppe </t></r><tab/><r><t>y</t></r></p>',
    );
  });
});

test('a translation in a workbook replaces how its characters are read', async () => {
  const question = await order('menu.xlsx', makeWorkbook());
  sandbox.translators.translateQuestion(question);
  const shared = (await readParts(question))['xl/sharedStrings.xml'];
  expect(shared).toContain('<r><t>[ja] 東京</t></r><r><t></t></r><rPh sb="0" eb="2"><t></t></rPh>');
  expect(shared).toContain('<t>Not used</t>');
});

test('what can not be written as an office file says by its name that it is plain text', async () => {
  const bytes = zipSync({ 'word/document.xml': strToU8('<p><t>Soup</t></p>') });
  const question = await order('menu.docx', new Uint8Array(bytes));
  sandbox.translators.translateQuestion(question, ['Suppe']);
  const snapshot = JSON.parse(
    JSON.stringify(sandbox.snapshot(), (key, value) => (key === 'original' ? undefined : value)),
  );
  const answer = await download(question, createSandbox({ snapshot }));
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('"menu.docx.txt"');
  expect(await answer.text()).toBe('Suppe');
});
