import { describe, expect, test } from 'vitest';
import { judgeWrite } from '../../../../src/client/core/errors/judge-write.js';
import { findImporters } from '../../../find-importers.js';

const done = { success: true, message: 'OK' };
const refused = { success: false, message: 'no' };

describe('what is known after an attempt of a write', () => {
  test.each([
    ['there was never a connection', { neverConnected: true }, 'not_sent'],
    ['no answer came', {}, 'unknown'],
    ['a 2xx of the service came', { status: 201, answer: done }, 'done'],
    ['a 2xx with what the call promises came', { status: 200, answer: { id: 1 }, isPromised: true }, 'done'],
    ['a 2xx with other JSON came', { status: 200, answer: { id: 1 } }, 'unknown'],
    ['a 2xx that is not JSON came', { status: 200 }, 'unknown'],
    ['a 2xx came that contradicts itself', { status: 200, answer: refused }, 'unknown'],
    ['a redirection came', { status: 302, answer: refused }, 'unknown'],
    ['a 401 of the service came', { status: 401, answer: refused }, 'rejected'],
    ['a 422 of the service came', { status: 422, answer: refused }, 'rejected'],
    ['a 429 of the service came', { status: 429, answer: refused }, 'rejected'],
    ['a 408 of the service came', { status: 408, answer: refused }, 'unknown'],
    ['a 425 of the service came', { status: 425, answer: refused }, 'rejected'],
    ['a 425 came that is not JSON', { status: 425 }, 'unknown'],
    ['a 4xx came that contradicts itself', { status: 409, answer: done }, 'unknown'],
    ['a 4xx came that is not JSON', { status: 429 }, 'unknown'],
    ['a 4xx came as gateways refuse', { status: 429, answer: { message: 'limit exceeded' } }, 'unknown'],
    ['a body could not be parsed', { status: 403, answer: { message: 'Problems parsing JSON' } }, 'rejected'],
    ['a 5xx of the service came', { status: 500, answer: refused }, 'unknown'],
  ] as const)('when %s', (_, reply, outcome) => {
    expect(judgeWrite(reply)).toBe(outcome);
  });
});

test('is asked where an answer is read, and where something is sent again or looked for', () => {
  expect(findImporters('client/core/errors/judge-write.ts')).toEqual([
    'client/core/errors/from-answer.ts: isUnparsed, judgeWrite',
    'client/core/errors/from-throw.ts: judgeWrite',
    'client/core/http/answer.ts: judgeWrite',
    'client/core/http/transport.ts: isUndone',
    'client/ordering/once.ts: mayHaveBeenDone',
    'client/ordering/place.ts: mayHaveBeenDone',
    'client/ordering/search.ts: mayHaveBeenDone',
    'client/ordering/settle.ts: mayHaveBeenDone',
  ]);
});
