import { Document, Packer, Paragraph } from 'docx';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { connect, MOMENT, projectOrder, send, upload } from './api.js';
import { archiveOf } from './office-archive.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
});

const read = async (id: number) => (await connect(sandbox).get(`my/files/${id}`)).body.question_source;

async function analysed(name: string, content: BlobPart): Promise<object> {
  const { id } = (await upload(sandbox, name, content)).body.question_source;
  await sandbox.clock.advance(2000);
  return read(id);
}

describe('an upload', () => {
  test('is counted for two seconds and then ready', async () => {
    const { status, body } = await upload(sandbox, 'letter.TXT', 'Good morning');
    expect(status).toBe(200);
    expect(body.question_source).toMatchObject({
      status: 1,
      file_type: null,
      letter_count: null,
      charset: null,
    });
    const { id } = body.question_source;
    await sandbox.clock.advance(1999);
    expect((await read(id)).status).toBe(1);
    await sandbox.clock.advance(1);
    expect(await read(id)).toMatchObject({ status: 2, file_type: 'txt', letter_count: 11, charset: 'UTF-8' });
  });

  test('without a file is a 422', async () => {
    const url = `${sandbox.baseUrl}/api/v1/my/files?access_token=${sandbox.accessToken}`;
    const form = new FormData();
    form.set('other', 'x');
    expect((await send(sandbox, url, { method: 'POST', body: form })).body.errors).toEqual({
      file: "can't be blank",
    });
    form.set('file', 'only text');
    expect((await send(sandbox, url, { method: 'POST', body: form })).body.errors).toEqual({
      file: 'is invalid',
    });
    expect((await send(sandbox, url, { method: 'POST' })).status).toBe(422);
  });

  test('that is not multipart is a 422', async () => {
    const url = `${sandbox.baseUrl}/api/v1/my/files?access_token=${sandbox.accessToken}`;
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const { status } = await send(sandbox, url, {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'nonsense',
      });
      expect(status).toBe(422);
    }
  });

  test.each(['a.pdf', 'a', 'txt', 'a.txt.exe', '.'])('of "%s" is a 422', async (name) => {
    const { status, body } = await upload(sandbox, name, 'x');
    expect([status, body.errors]).toEqual([422, { file: 'is invalid' }]);
  });
});

describe('an analysis', () => {
  test.each([
    ['nothing', 'a.txt', '', 96],
    ['white space only', 'a.txt', ' \n\t', 96],
    ['a name with system-error', 'system-error.txt', 'x', 97],
    ['bytes that are no text', 'a.txt', new Uint8Array([0x61, 0xff, 0x62]), 98],
    ['a NUL', 'a.txt', 'a\0b', 98],
    ['an office file that is none', 'a.docx', 'text', 99],
    ['a broken archive', 'a.pptx', new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0xff)]), 99],
  ])('of %s fails with its own status', async (_, name, content, status) => {
    expect(await analysed(name, content)).toMatchObject({ status, file_type: null, letter_count: null });
  });

  test('recognises UTF-16 by its mark', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62, 0]);
    expect(await analysed('a.txt', bytes)).toMatchObject({ status: 2, charset: 'UTF-16LE', letter_count: 2 });
  });

  test('recognises Shift_JIS', async () => {
    // こんにちは
    const greeting = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd];
    const expected = { status: 2, charset: 'Shift_JIS', letter_count: 5 };
    expect(await analysed('a.txt', new Uint8Array([...greeting, 0x0a]))).toMatchObject(expected);
    // Only narrow letters, which almost any bytes make: ﾃﾃﾃ
    expect(await analysed('a.txt', new Uint8Array([0xc3, 0xc3, 0x28]))).toMatchObject({ status: 98 });
  });

  test('counts every kind of white space as none, and every pair of surrogates as one letter', async () => {
    const text = `a\u00a0b\u3000c\u2009d\ufeffe\u0001😀é\u200b`;
    const letters = [...text].filter((one) => one.trim() !== '').length;
    expect(await analysed('a.txt', text)).toMatchObject({ status: 2, letter_count: letters });
  });

  test('counts the letters of a Word file and shows its paragraphs', async () => {
    const document = new Document({
      sections: [{ children: [new Paragraph('Salt & pepper'), new Paragraph('<b>')] }],
    });
    const file = await Packer.toBuffer(document);
    const { id } = (await upload(sandbox, 'a.docx', new Uint8Array(file))).body.question_source;
    await sandbox.clock.advance(2000);
    expect(await read(id)).toMatchObject({ status: 2, file_type: 'docx', letter_count: 14 });
    const api = connect(sandbox);
    const { body } = await api.post('projects', projectOrder({ type: 'file', body: null, source_id: id }));
    const question = body.project.questions[0].id;
    sandbox.translators.translateQuestion(question, ['Salz', 'b']);
    const { translation } = (await api.get(`questions/${question}/revisions/latest`)).body;
    expect(translation.paragraphs).toMatchObject([
      { original_text: 'Salt & pepper' },
      { original_text: '<b>' },
    ]);
  });
});

describe('an office file', () => {
  const word = (xml: string, more: Record<string, string> = {}) =>
    archiveOf({ 'word/document.xml': xml, ...more });

  async function paragraphs(name: string, content: BlobPart): Promise<string[]> {
    const { id } = (await upload(sandbox, name, content)).body.question_source;
    await sandbox.clock.advance(2000);
    const api = connect(sandbox);
    const { body } = await api.post('projects', projectOrder({ type: 'file', body: null, source_id: id }));
    const question = body.project.questions[0].id;
    sandbox.translators.translateQuestion(question, []);
    const { translation } = (await api.get(`questions/${question}/revisions/latest`)).body;
    return translation.paragraphs.map((one: { original_text: string }) => one.original_text);
  }

  test('is read whatever its prefixes, entities and quotes are', async () => {
    const xml = `<?xml version="1.0"?><!-- <w:p><w:t>no</w:t></w:p> -->
      <ns0:document xmlns:ns0="x"><ns0:p ns0:id="a>b"><ns0:r><ns0:t xml:space='preserve'>Caf&#233; </ns0:t>
      <ns0:t>&#x1F600; &amp;amp; &lt;b&gt; &unknown; &#0; &#xD800;</ns0:t></ns0:r></ns0:p>
      <p><t><![CDATA[<raw> & co]]></t><t/></p><p/></ns0:document>`;
    expect(await paragraphs('a.docx', word(xml))).toEqual([
      'Café 😀 &amp; <b> &unknown; &#0; &#xD800;',
      '<raw> & co',
    ]);
  });

  test('counts a text box once, though it stands there twice', async () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent>';
    const xml = `<w:p><w:r><w:t>Before</w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice>
      <mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await paragraphs('a.docx', word(xml))).toEqual(['Before', 'Box']);
  });

  test('in UTF-16 is read by its mark', async () => {
    const text = Buffer.from('\ufeff<w:p><w:t>Grüße</w:t></w:p>', 'utf16le');
    expect(await paragraphs('a.docx', archiveOf({ 'word/document.xml': text }))).toEqual(['Grüße']);
  });

  test('of slides is read in the order of their numbers', async () => {
    const slide = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const names = ['ppt/slides/slide10.xml', 'ppt/slides/slide2.xml', 'ppt/slides/slide1.xml'];
    const parts = Object.fromEntries(names.map((name) => [name, slide(name)]));
    expect(await paragraphs('a.pptx', archiveOf(parts))).toEqual([...names].reverse());
  });

  test('of cells is read without a list of shared texts, and without readings', async () => {
    const sheet = '<row><c t="inlineStr"><is><t>In the cell</t></is></c><c><v>42</v></c></row>';
    expect(await paragraphs('a.xlsx', archiveOf({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual([
      'In the cell',
    ]);
    const shared = '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0"><t>トウキョウ</t></rPh></si></sst>';
    expect(await paragraphs('a.xlsx', archiveOf({ 'xl/sharedStrings.xml': shared }))).toEqual(['東京']);
    const numbers = archiveOf({ 'xl/worksheets/sheet1.xml': '<row><c><v>42</v></c></row>' });
    expect(await analysed('a.xlsx', numbers)).toMatchObject({ status: 96 });
  });

  test('with 200,000 paragraphs is counted', async () => {
    const xml = '<w:p><w:r><w:t>ab</w:t></w:r></w:p>'.repeat(200_000);
    expect(await analysed('a.docx', word(xml))).toMatchObject({ status: 2, letter_count: 400_000 });
  });

  test.each([
    ['one part named many times', archiveOf({ 'word/document.xml': ' '.repeat(2 ** 20) }, { repeated: 300 })],
    ['one endless text', archiveOf({ 'word/document.xml': `<p><t>${'a'.repeat(2 ** 25)}` })],
    ['one endless tag', archiveOf({ 'word/document.xml': `<${'"'.repeat(2 ** 25)}` })],
    ['endless paragraphs', archiveOf({ 'word/document.xml': '<p><t>a</t></p>'.repeat(5_000_000) })],
  ])('of little size that unpacks to very much is unsupported: %s', async (_, content) => {
    expect(content.byteLength).toBeLessThan(300_000);
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    expect(await analysed('a.docx', content)).toMatchObject({ status: 99, letter_count: null });
    clearInterval(beat);
    expect(longest).toBeLessThan(1_000);
  });
});
