import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readFields } from '../../base/kinds.js';
import { InputError } from '../../index.js';
import type { LocaleFormat } from './document.js';
import { decode, type LocaleEncoding } from './encoding.js';
import { MAX_SIZE } from './limits.js';
import type { LocaleSource } from './read-options.js';
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

/** The name of a file, for messages and to find its format. */
export function findName(source: LocaleSource): string {
  if (typeof source === 'string') return source;
  return source instanceof URL ? fileURLToPath(source) : (source.name ?? 'text');
}

/** Reads a file that must exist. @throws InputError when it does not, or can't be read */
export async function readContent(source: LocaleSource, format: LocaleFormat): Promise<Content> {
  const name = findName(source);
  return (await readContentIfThere(source, format)) ?? refuse(name, 'does not exist');
}

/** Reads a file; undefined when it does not exist. @throws InputError when it can't be read */
export async function readContentIfThere(
  source: LocaleSource,
  format: LocaleFormat,
): Promise<Content | undefined> {
  const name = findName(source);
  if (typeof source === 'object' && 'text' in source) {
    if (source.text.length > MAX_SIZE) refuseSize(name);
    return splitByteOrderMark(name, source.text, 'utf8');
  }
  try {
    const bytes = await readBytes(source);
    if (bytes.byteLength > MAX_SIZE) refuseSize(name);
    const { text, encoding } = decode(bytes, format.encodings);
    return splitByteOrderMark(name, text, encoding);
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

function splitByteOrderMark(name: string, text: string, encoding: LocaleEncoding): Content {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return { name, text: text.slice(mark.length), byteOrderMark: mark, encoding };
}
