// Reads and writes a file of texts, beside JSON: node worker.ts <shape> <texts> <blocks>
import { type LocaleFormatName, readLocaleFile } from 'translation-requester/locale-files';
import { alternate } from '../alternate.ts';
import { report } from '../processes.ts';
import { makeTexts, SHAPES } from './shapes.ts';

const [, , name = 'flat', count = '1', blocks = '1'] = process.argv;
const shape = SHAPES[name];
if (shape === undefined) throw new Error(`There is no shape ${name}.`);
const texts = makeTexts(Number(count));
const text = shape.make(texts);
const format = shape.format as LocaleFormatName;
/** The same texts, in the same file if JSON itself reads and writes that, as a program would without this library. */
const asJson = shape.format === 'json' ? text : JSON.stringify(Object.fromEntries(texts), null, 2);

const read = () =>
  readLocaleFile(
    { text },
    { format, to: 'de', ...(format !== 'po' && format !== 'xliff' && { target: { text: '' } }) },
  );
const translations = new Map(
  Object.entries((await read()).texts).map(([key, each]) => [
    key,
    `Ja: ${typeof each === 'string' ? each : each.text}`,
  ]),
);
if (translations.size < texts.size) throw new Error(`${name} has only ${translations.size} texts.`);

/** The engine puts a text that was made of pieces together when somebody reads it. */
const look = (written: string): number => written.charCodeAt(written.length - 1);

const pairs = await alternate(
  async () => look((await read()).write(translations)),
  () => look(JSON.stringify(JSON.parse(asJson), null, 2)),
  { size: 1, blocks: Number(blocks), warmUp: 5 },
);
report(pairs);
