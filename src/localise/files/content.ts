import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readFields } from '../../base/kinds.js';
import { copyOwn } from '../../base/options.js';
import { InputError } from '../../index.js';
import type { LocaleFormat } from './document.js';
import { type DecodedText, decode, type LocaleEncoding } from './encoding.js';
import { MAX_SIZE } from './limits.js';
import { findName, type LocaleSource } from './read-options.js';
import { refuse } from './refusal.js';

/** What is in a file, before its format is known. */
export interface Content {
  /** For messages. */
  readonly name: string;
  readonly text: string;
  /** The byte order mark, if the file begins with one; else empty. */
  readonly byteOrderMark: string;
  readonly encoding: LocaleEncoding;
}

/** Reads a file; undefined when it does not exist. @throws InputError when it can't be read */
export async function readContent(source: LocaleSource, format: LocaleFormat): Promise<Content | undefined> {
  const name = findName(source);
  const found =
    typeof source === 'string' || source instanceof URL ? await readFile(source, format) : copyOwn(source);
  if (found === undefined) return undefined;
  if (found.text.length > MAX_SIZE) refuseSize(name);
  const byteOrderMark = found.text.startsWith('\ufeff') ? '\ufeff' : '';
  const encoding = 'encoding' in found ? found.encoding : 'utf8';
  return { name, text: found.text.slice(byteOrderMark.length), byteOrderMark, encoding };
}

async function readFile(source: string | URL, { encodings }: LocaleFormat): Promise<DecodedText | undefined> {
  const name = findName(source);
  try {
    const bytes = await readBytes(source);
    if (bytes.byteLength > MAX_SIZE) refuseSize(name);
    return decode(bytes, encodings);
  } catch (error) {
    if (error instanceof InputError) throw error;
    // Not `instanceof`: in jest, a TypeError of Node is of another realm.
    const { name: kind, code } = readFields(error);
    if (kind === 'TypeError') return refuse(name, 'is not UTF-8; save it as UTF-8');
    return code === 'ENOENT' ? undefined : refuse(name, `can't be read (${code})`);
  }
}

/**
 * The bytes of a regular file, and one more than are allowed of a larger one. A pipe would wait for somebody who writes into it, also
 * while it is opened, and a device never ends: either can be in a folder that a stranger has made.
 */
async function readBytes(source: string | URL): Promise<Buffer> {
  // Windows has no such flag. Without one, nothing is added here.
  const file = await open(source, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return refuse(findName(source), 'is not a regular file');
    const chunks: Buffer[] = [];
    for await (const chunk of file.createReadStream({ end: MAX_SIZE, autoClose: false })) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

const refuseSize = (name: string): never => refuse(name, `has more than ${MAX_SIZE / 2 ** 20} MiB`);
