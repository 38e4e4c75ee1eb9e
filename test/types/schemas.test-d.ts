import { assertType, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Schemas } from '../../src/contract/objects.js';
import type * as schemas from '../../src/contract/schemas/all.js';
import type * as values from '../../src/contract/schemas/values.js';
import type { Named, Same } from './same.js';

type Proven = Named<typeof schemas>;
type Values = Named<typeof values>;

/** Contract names that the client never validates by a schema of their own. */
type WithoutSchema =
  // Values: proven inside the objects that hold them, the open ones below too.
  | 'TimestampOrNull'
  | 'LanguageId'
  | 'Flag'
  | 'CustomFieldOrNull'
  | 'QuestionStatus'
  | 'SimpleQuestionStatus'
  | 'FileStatus'
  | 'FileType'
  | 'PublishedScope'
  | 'TextFormat'
  | 'CommentType'
  | 'EventOrder'
  // Parts of other objects.
  | 'SimpleQuestionBase'
  | 'SimpleQuestionState'
  | 'EventBase'
  | 'Paging'
  | 'BodyToken'
  // Not shown by the specification, so passed on unvalidated.
  | 'OpenAnswer'
  | 'OpenRequest'
  // Failures are read leniently, whatever their shape.
  | 'AuthenticationFailure'
  | 'MalformedRequestFailure'
  | 'NotFoundFailure'
  | 'ValidationFailure'
  | 'OtherFailure'
  // Written by the client itself, not by its callers.
  | 'ProjectOrderRequest'
  | 'SimpleQuestionOrderRequest'
  | 'CommentRequest'
  | 'OrganizationRequest'
  | 'RejectionRequest'
  | 'FileUpload'
  | 'TokenRequest';

/** The names whose schema and contract differ; an error here names them. */
type Different = {
  [Name in keyof Proven & keyof Schemas]: Same<z.output<Proven[Name]>, Schemas[Name]> extends true
    ? never
    : Name;
}[keyof Proven & keyof Schemas];

test('what a schema gives is the type of the contract, for every object, answer and request', () => {
  assertType<Same<Different, never>>(true);
});

test('every object of the contract has a schema, the listed ones aside', () => {
  assertType<Same<Exclude<keyof Schemas, keyof Proven>, WithoutSchema>>(true);
});

test('the field whose name has a question mark is proven like any other', () => {
  assertType<boolean>({} as z.output<Proven['SimpleQuestion']>['listing?']);
  assertType<Same<Pick<Schemas['SimpleQuestion'], 'listing?'>, { 'listing?': boolean }>>(true);
});

test('open values have the type of the contract', () => {
  assertType<Same<z.output<Values['QuestionStatus']>, Schemas['QuestionStatus']>>(true);
  assertType<Same<z.output<Values['SimpleQuestionStatus']>, Schemas['SimpleQuestionStatus']>>(true);
  assertType<Same<z.output<Values['FileStatus']>, Schemas['FileStatus']>>(true);
  assertType<Same<z.output<Values['FileType']>, Schemas['FileType']>>(true);
  assertType<Same<z.output<Values['PublishedScope']>, Schemas['PublishedScope']>>(true);
  assertType<Same<z.output<Values['TextFormat']>, Schemas['TextFormat']>>(true);
  assertType<Same<z.output<Values['CommentType']>, Schemas['CommentType']>>(true);
});
