import { signal } from '@preact/signals';
import type { QuestionSource } from 'translation-requester';
import { requester } from './client.ts';
import { explain } from './explain.ts';
import { sent } from './send.ts';

/** The file of the order, and how far it has come. */
export type Uploaded =
  | { readonly phase: 'none' }
  | { readonly phase: 'uploading' | 'counting'; readonly name: string }
  | { readonly phase: 'ready'; readonly name: string; readonly source: QuestionSource }
  | { readonly phase: 'failed'; readonly message: string };

export const uploaded = signal<Uploaded>({ phase: 'none' });

/** Milliseconds for a whole upload: large files and slow lines take their time. */
const LONG = 30 * 60_000;

let current = new AbortController();

/** Uploads a file, and waits until the service has counted its letters. */
export async function upload(file: File): Promise<void> {
  stop();
  const { signal: ended } = current;
  const { name } = file;
  sent.value = 0;
  try {
    uploaded.value = { phase: 'uploading', name };
    const { id } = await requester.files.upload(file, { signal: ended, timeout: LONG, attemptTimeout: LONG });
    uploaded.value = { phase: 'counting', name };
    const source = await requester.files.wait(id, { signal: ended, interval: 500, maxInterval: 2_000 });
    uploaded.value = { phase: 'ready', name, source };
  } catch (error) {
    if (!ended.aborted) uploaded.value = { phase: 'failed', message: explain(error) };
  }
}

/** Forgets the file, and ends its upload. */
export function stop(): void {
  current.abort();
  current = new AbortController();
  uploaded.value = { phase: 'none' };
}
