import { expect, test } from 'vitest';
import { startApp } from '../app.js';

test.each([
  [
    'src/i18n/en.ts',
    "export default { open: t('Open') };\n",
    'If it is TypeScript that exports one literal, give the format json5; else move its texts to a JSON file',
  ],
  ['docs/en/guide.md', '# Guide', 'save it as .docx or .txt'],
  ['src/i18n/en.js', "export default { open: t('Open') };\n", 'write its texts to a JSON file'],
  [
    'lang/en/messages.php',
    "<?php $lang['open'] = 'Open';\n",
    'export one array, as in `return [ … ];`, or use JSON',
  ],
])('%s is not ordered, and the command says what to do', async (path, text, advice) => {
  await using app = await startApp();
  await app.put(path, text);
  for (const command of [['quote'], ['order', '--yes'], ['pull'], ['status']]) {
    const { code, err } = await app.run(...command, path, '--from', 'en', '--to', 'de');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(advice) });
  }
  expect(app.ordered()).toBe(0);
});
