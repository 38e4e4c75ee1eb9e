import { Document, Packer, Paragraph } from 'docx';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { connect, MOMENT, projectOrder, send, upload } from './api.js';

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
