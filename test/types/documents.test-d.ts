import { describe, expectTypeOf, test } from 'vitest';
import {
  collectDocuments,
  type DocumentIssue,
  type DocumentJob,
  type DocumentQuote,
  IncompleteDocumentError,
  orderDocument,
  quoteDocument,
} from '../../src/documents.js';
import type { Requester } from '../../src/index.js';

declare const requester: Requester;
declare const job: DocumentJob;
declare const file: File;

describe('documents', () => {
  const input = { key: 'menu', from: 'en', to: ['de'], file };

  test('are ordered, and give a job', () => {
    expectTypeOf(orderDocument(requester, input)).resolves.toEqualTypeOf<DocumentJob>();
    expectTypeOf(quoteDocument(requester, input)).resolves.toEqualTypeOf<DocumentQuote>();
    void orderDocument(requester, { ...input, file: new Uint8Array(), filename: 'menu.txt' });
    // @ts-expect-error a stream can be read only once
    void orderDocument(requester, { ...input, file: new ReadableStream() });
    // @ts-expect-error a key is required
    void orderDocument(requester, { from: 'en', to: ['de'], file });
    void orderDocument(requester, {
      ...input,
      onProgress: (progress) => {
        if (progress.stage === 'upload') expectTypeOf(progress.percent).toEqualTypeOf<number>();
        else if (progress.stage === 'order') expectTypeOf(progress.language).toEqualTypeOf<string>();
      },
    });
  });

  test('are collected with a body, or with issues', async () => {
    for await (const { language, filename, download, issues } of collectDocuments(requester, job)) {
      expectTypeOf([language, filename]).toEqualTypeOf<string[]>();
      expectTypeOf(issues).toEqualTypeOf<readonly DocumentIssue[] | undefined>();
      if (download !== null)
        expectTypeOf(download.body).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>();
      // @ts-expect-error there may be none
      void download.body;
    }
  });

  test('that were ordered in part say what was', () => {
    expectTypeOf<IncompleteDocumentError['job']>().toEqualTypeOf<DocumentJob>();
    expectTypeOf(IncompleteDocumentError).toBeConstructibleWith('some orders failed', { job });
  });
});
