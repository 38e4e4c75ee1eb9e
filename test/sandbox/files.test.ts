import { readFile } from 'node:fs/promises';
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { isLong } from '../runs.js';
import { connect, MOMENT, projectOrder, send, upload } from './api.js';

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

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

  test('of two files is that of the first one', async () => {
    const url = `${sandbox.baseUrl}/api/v1/my/files?access_token=${sandbox.accessToken}`;
    const form = new FormData();
    form.append('file', new File(['one'], 'first.txt'));
    form.append('file', new File(['number two'], 'second.txt'));
    const { status, body } = await send(sandbox, url, { method: 'POST', body: form });
    await sandbox.clock.advance(2000);
    expect([status, await read(body.question_source.id)]).toMatchObject([200, { letter_count: 3 }]);
  });

  test('with a name of up to 255 characters is taken', async () => {
    const uploadNamed = async (length: number) =>
      (await upload(sandbox, `${'a'.repeat(length - 4)}.txt`, 'x')).status;
    expect([await uploadNamed(255), await uploadNamed(256)]).toEqual([200, 422]);
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

  test.each([
    ['UTF-16LE', [0xff, 0xfe, 0x61, 0, 0x62, 0]],
    ['UTF-16BE', [0xfe, 0xff, 0, 0x61, 0, 0x62]],
  ])('recognises %s by its mark', async (charset, bytes) => {
    expect(await analysed('a.txt', new Uint8Array(bytes))).toMatchObject({
      status: 2,
      charset,
      letter_count: 2,
    });
  });

  test('recognises Shift_JIS', async () => {
    // こんにちは
    const greeting = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd];
    const expected = { status: 2, charset: 'Shift_JIS', letter_count: 5 };
    expect(await analysed('a.txt', new Uint8Array([...greeting, 0x0a]))).toMatchObject(expected);
    // Only narrow letters, which almost any bytes make: ﾃﾃﾃ
    expect(await analysed('a.txt', new Uint8Array([0xc3, 0xc3, 0x28]))).toMatchObject({ status: 98 });
  });

  test.each([
    ['characters', 'a'.repeat(2 ** 24 + 1)],
    ['paragraphs', 'a\n'.repeat(1_000_001)],
  ])('of a text with too many %s is unsupported', async (_, text) => {
    expect(await analysed('a.txt', text)).toMatchObject({ status: 99, letter_count: null });
  });

  test('counts no kind of white space, and a surrogate pair as one letter', async () => {
    const text = `a\u00a0b\u3000c\u2009d\ufeffe\u0001😀é\u200b`;
    const letters = [...text].filter((each) => each.trim() !== '').length;
    expect(await analysed('a.txt', text)).toMatchObject({ status: 2, letter_count: letters });
  });

  test('counts the letters of a Word file and shows its paragraphs', async () => {
    const file = await readFile(new URL('letter.docx', import.meta.url));
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

describe('ordering a file', () => {
  async function analysed(): Promise<number> {
    const { id } = (await upload(sandbox, 'letter.txt', 'Good morning')).body.question_source;
    await sandbox.clock.advance(2000);
    return id;
  }

  test.each(['file', 'string'])('is possible with the type %s and without a body', async (type) => {
    const id = await analysed();
    for (const body of [null, undefined]) {
      const answer = await connect(sandbox).post('projects', projectOrder({ type, body, source_id: id }));
      expect(answer.body.project.questions[0]).toMatchObject({
        question_source_id: id,
        file_type: 'txt',
        title: 'letter.txt',
        letter_count: 11,
      });
    }
  });

  test('is not possible before it has been analysed', async () => {
    const { id: source_id } = (await upload(sandbox, 'a.txt', 'x')).body.question_source;
    const order = projectOrder({ type: 'file', body: null, source_id });
    expect((await connect(sandbox).post('projects', order)).body.errors).toEqual({
      'questions[0].source_id': 'is invalid',
    });
  });

  test.each([
    ['a text_html', { type: 'text_html', body: null }, 'body'],
    ['a string with a blank body', { type: 'string', body: '' }, 'body'],
    ['a file with a body', { type: 'file', body: 'Good morning' }, 'body'],
    ['a string with the id of nothing', { type: 'string', body: null, source_id: 5 }, 'source_id'],
  ])('is not possible as %s', async (_, question, field) => {
    const order = projectOrder({ source_id: await analysed(), ...question });
    const { status, body } = await connect(sandbox).post('projects', order);
    expect([status, Object.keys(body.errors)]).toEqual([422, [`questions[0].${field}`]]);
  });

  test('leaves a text a text, whatever its source_id', async () => {
    const order = projectOrder({ body: 'Good evening', source_id: await analysed() });
    const { body } = await connect(sandbox).post('projects', order);
    expect(body.project.questions[0]).toMatchObject({ file_type: 'string', title: 'Good evening' });
  });
});

describe('an office file', () => {
  const word = (...paragraphs: readonly string[]) =>
    makeArchive({ 'word/document.xml': `<w:document ${WORD}>${paragraphs.join('')}</w:document>` });

  async function paragraphs(name: string, content: BlobPart): Promise<string[]> {
    const { id } = (await upload(sandbox, name, content)).body.question_source;
    await sandbox.clock.advance(2000);
    const api = connect(sandbox);
    const { body } = await api.post('projects', projectOrder({ type: 'file', body: null, source_id: id }));
    const question = body.project.questions[0].id;
    sandbox.translators.translateQuestion(question, []);
    const { translation } = (await api.get(`questions/${question}/revisions/latest`)).body;
    return translation.paragraphs.map((each: { original_text: string }) => each.original_text);
  }

  test('shows its pages on the desk where it says where they end, and the slides of a presentation', async () => {
    const breaks = (count: number) =>
      word('<w:p><w:r><w:lastRenderedPageBreak/><w:t>x</w:t></w:r></w:p>'.repeat(count));
    const slide = '<p:sld xmlns:p="p"><a:p xmlns:a="a"><a:t>x</a:t></a:p></p:sld>';
    const slides = makeArchive({ 'ppt/slides/slide1.xml': slide, 'ppt/slides/slide2.xml': slide });
    const text = word('<w:p><w:r><w:t>x</w:t></w:r></w:p>');
    const files = [
      ['a.docx', text],
      ['b.docx', breaks(2)],
      ['c.pptx', slides],
    ] as const;
    await using server = await sandbox.listen();
    const pages = [];
    for (const [name, content] of files) {
      await paragraphs(name, content);
      const { items } = await (await fetch(`${server.url}/_sandbox/orders?limit=1`)).json();
      pages.push(items[0].questions[0].document.pages);
    }
    expect(pages).toEqual([null, 3, 2]);
  });

  test('is read whatever its prefixes, entities and quotes are', async () => {
    const xml = `<?xml version="1.0"?><!-- <w:p><w:t>no</w:t></w:p> -->
      <ns0:document xmlns:ns0="x" xmlns="x"><ns0:p ns0:id="a>b"><ns0:r><ns0:t xml:space='preserve'>Caf&#233; </ns0:t>
      <ns0:t>&#x1F600; &amp;amp; &lt;b&gt;</ns0:t></ns0:r></ns0:p>
      <p><t><![CDATA[<raw> & co]]></t><t/></p><p/></ns0:document>`;
    const archive = makeArchive({ 'word/document.xml': xml });
    expect(await paragraphs('a.docx', archive)).toEqual(['Café 😀 &amp; <b>', '<raw> & co']);
  });

  test('counts a text box once, though the file holds it twice', async () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent>';
    const archive =
      word(`<w:p><w:r><w:t>Before</w:t><mc:AlternateContent xmlns:mc="x"><mc:Choice>${box}</mc:Choice>
      <mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`);
    expect(await paragraphs('a.docx', archive)).toEqual(['Before', 'Box']);
  });

  test.each(['utf16le', 'utf16be'])('in %s is read by its mark', async (charset) => {
    const text = Buffer.from('\ufeff<p><t>Grüße</t></p>', 'utf16le');
    if (charset === 'utf16be') text.swap16();
    expect(await paragraphs('a.docx', makeArchive({ 'word/document.xml': text }))).toEqual(['Grüße']);
  });

  test('of slides is read in the order of their numbers', async () => {
    const slide = (text: string) => `<a:sld xmlns:a="x"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:sld>`;
    const names = ['ppt/slides/slide10.xml', 'ppt/slides/slide2.xml', 'ppt/slides/slide1.xml'];
    const parts = Object.fromEntries(names.map((name) => [name, slide(name)]));
    expect(await paragraphs('a.pptx', makeArchive(parts))).toEqual([...names].reverse());
  });

  test('of cells is read without a list of shared texts, and without readings', async () => {
    const sheet = '<row><c t="inlineStr"><is><t>In the cell</t></is></c><c><v>42</v></c></row>';
    expect(await paragraphs('a.xlsx', makeArchive({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual([
      'In the cell',
    ]);
    const shared = '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0"><t>トウキョウ</t></rPh></si></sst>';
    const cell = '<row><c t="s"><v>0</v></c></row>';
    const sharing = makeArchive({ 'xl/sharedStrings.xml': shared, 'xl/worksheets/sheet1.xml': cell });
    expect(await paragraphs('a.xlsx', sharing)).toEqual(['東京']);
    const numbers = makeArchive({ 'xl/worksheets/sheet1.xml': '<row><c><v>42</v></c></row>' });
    expect(await analysed('a.xlsx', numbers)).toMatchObject({ status: 96 });
  });

  test('whose sizes come after its contents is read', async () => {
    const pieces: Uint8Array[] = [];
    const archive = new Zip((_, piece) => void pieces.push(piece));
    for (const name of ['[Content_Types].xml', 'word/document.xml', 'word/styles.xml']) {
      const part = new ZipDeflate(name);
      archive.add(part);
      part.push(strToU8(`<p><t>${name}</t></p>`), true);
    }
    archive.end();
    expect(await paragraphs('a.docx', new Uint8Array(Buffer.concat(pieces)))).toEqual(['word/document.xml']);
  });

  const many = isLong ? 200_000 : 20_000;
  test(`with ${many} paragraphs is counted`, async () => {
    const archive = word('<w:p><w:r><w:t>ab</w:t></w:r></w:p>'.repeat(many));
    expect(await analysed('a.docx', archive)).toMatchObject({ status: 2, letter_count: 2 * many });
  });

  const greeting = '<p><t>Good morning</t></p>';
  test.each([
    ['a document type that defines entities', `<!DOCTYPE p [<!ENTITY a "aaaa">]><p><t>&a;</t></p>`],
    ['an entity that nobody defined', '<p><t>&unknown;</t></p>'],
    ['the number of no character', '<p><t>&#0;</t></p>'],
    ['an element that is not closed', '<p><t>Good morning'],
    ['a prefix that is not bound', '<w:p/>'],
    ['bytes that are no text', Buffer.concat([Buffer.from('<p>'), Buffer.from([0xc3, 0x28])])],
    ['nothing in it', ''],
  ])('with %s is unsupported', async (_, xml) => {
    expect(await analysed('a.docx', makeArchive({ 'word/document.xml': xml }))).toMatchObject({ status: 99 });
  });

  test('that is cut off anywhere, encrypted, or without its document is unsupported', async () => {
    const whole = word(greeting);
    for (let length = 1; length < whole.byteLength; length += isLong ? 7 : 23)
      expect(await analysed('a.docx', whole.slice(0, length))).toMatchObject({ status: 99 });
    expect(await analysed('a.docx', makeArchive({ 'word/styles.xml': greeting }))).toMatchObject({
      status: 99,
    });
    const encrypted = whole.slice();
    for (let at = 30 + 'word/document.xml'.length; at < whole.indexOf(0x50, 47); at += 1)
      encrypted[at] = (whole[at] ?? 0) ^ 0x5a;
    expect(await analysed('a.docx', encrypted)).toMatchObject({ status: 99 });
    // What Word makes of a document with a password is no archive.
    const locked = new Uint8Array([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      ...new Array(504).fill(0),
    ]);
    expect(await analysed('a.docx', locked)).toMatchObject({ status: 99 });
  });

  const document = (xml: string) => makeArchive({ 'word/document.xml': xml });
  function lying(): Uint8Array<ArrayBuffer> {
    const small = document(`<p><t>${'a'.repeat(2 ** 27)}</t></p>`);
    new DataView(small.buffer).setUint32(22, 1, true);
    return small;
  }
  const parts = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}`, '']));
  const endless: readonly (readonly [string, () => Uint8Array<ArrayBuffer>])[] = [
    ['endless depth', () => document('<p>'.repeat(2 ** 23))],
  ];
  const others: typeof endless = [
    ['a part that says it is small', lying],
    ['one endless name', () => document(`<${'a'.repeat(2 ** 25)}`)],
    ['endless parts', () => makeArchive(parts)],
    ['one endless text', () => document(`<p><t>${'a'.repeat(2 ** 25)}</t></p>`)],
    ['one endless value', () => document(`<p a="${'a'.repeat(2 ** 25)}`)],
    ['endless attributes', () => document(`<p ${'a="" '.repeat(2 ** 22)}/>`)],
    ['endless paragraphs', () => document(`<x>${'<p><t>a</t></p>'.repeat(4_000_000)}</x>`)],
  ];
  const all = isLong ? [...endless, ...others] : endless;
  test.each(all)('of little size that unpacks to very much is unsupported: %s', async (_, make) => {
    const content = make();
    let longest = 0;
    // Of the processor: how busy it is with other things is of no interest.
    const milliseconds = () => process.cpuUsage().user / 1_000;
    let last = milliseconds();
    const beat = setInterval(() => {
      longest = Math.max(longest, milliseconds() - last);
      last = milliseconds();
    }, 5);
    expect(await analysed('a.docx', content)).toMatchObject({ status: 99, letter_count: null });
    clearInterval(beat);
    expect(longest).toBeLessThan(1_000);
  });
});

function makeArchive(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const contents = Object.entries(parts).map(
    ([name, text]) => [name, typeof text === 'string' ? strToU8(text) : new Uint8Array(text)] as const,
  );
  return new Uint8Array(zipSync(Object.fromEntries(contents)));
}
