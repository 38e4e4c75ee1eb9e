import { assertType, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as schemas from '../../src/client/contract/inputs.js';
import type {
  CommentInput,
  EventPageQuery,
  EventType,
  OrganizationInput,
  ProjectOrderFileInput,
  ProjectOrderHtmlInput,
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  ProjectOrderTextInput,
  Rejection,
  SimpleQuestionOrderInput,
} from '../../src/client/contract/inputs.js';
import type { Project, ProjectQuote, Question } from '../../src/client/contract/types.js';
import type { PageQuery } from '../../src/client/core/paging/page.js';
import type { Requester } from '../../src/client/requester.js';
import type { Named, Same } from './same.js';

type Input<Name extends keyof Named<typeof schemas>> = z.input<Named<typeof schemas>[Name]>;

test('what callers may give is what the schemas of requests take', () => {
  assertType<Same<Input<'ProjectOrder'>, ProjectOrderInput>>(true);
  assertType<Same<Input<'ProjectOrderQuestion'>, ProjectOrderQuestionInput>>(true);
  assertType<Same<Input<'ProjectOrderText'>, ProjectOrderTextInput>>(true);
  assertType<Same<Input<'ProjectOrderHtml'>, ProjectOrderHtmlInput>>(true);
  assertType<Same<Input<'ProjectOrderFile'>, ProjectOrderFileInput>>(true);
  assertType<Same<Input<'SimpleQuestionOrder'>, SimpleQuestionOrderInput>>(true);
  assertType<Same<Input<'OrganizationInput'>, OrganizationInput>>(true);
  assertType<Same<Input<'CommentInput'>, CommentInput>>(true);
  assertType<Same<Input<'Rejection'>, Rejection>>(true);
  assertType<Same<Input<'PageQuery'>, PageQuery>>(true);
  assertType<Same<Input<'EventPageQuery'>, EventPageQuery>>(true);
});

const pair = { language_id: 'en', translated_language_id: 'ja' };

test('flags take booleans and 0 or 1, as a text too, and nothing else', () => {
  assertType<ProjectOrderInput>({ ...pair, questions: [], individual: true });
  assertType<ProjectOrderInput>({ ...pair, questions: [], individual: 0 });
  // @ts-expect-error a number other than 0 and 1
  assertType<ProjectOrderInput>({ ...pair, questions: [], individual: 2 });
  assertType<ProjectOrderInput>({ ...pair, questions: [], individual: '1' });
  // @ts-expect-error another text
  assertType<ProjectOrderInput>({ ...pair, questions: [], individual: 'yes' });
});

test('unknown fields of an order stand in extra', () => {
  const extra = { priority: 'high', tags: ['a'] };
  assertType<ProjectOrderInput>({ ...pair, questions: [{ type: 'string', body: 'text', extra }], extra });
  assertType<SimpleQuestionOrderInput>({ ...pair, question_bodies: [{ body: 'text' }], extra });
  // @ts-expect-error an unknown field beside the known ones
  assertType<ProjectOrderInput>({ ...pair, questions: [], priority: 'high' });
});

test('the type of an order element decides what it carries', () => {
  assertType<ProjectOrderQuestionInput>({ type: 'string', body: 'text' });
  assertType<ProjectOrderQuestionInput>({ type: 'file', source_id: 1, body: null });
  // @ts-expect-error a text without its body
  assertType<ProjectOrderQuestionInput>({ type: 'string' });
  assertType<ProjectOrderQuestionInput>({ type: 'string', body: 'text', source_id: 1 });
  assertType<ProjectOrderQuestionInput>({ type: 'string', source_id: 1 });
  // @ts-expect-error an HTML text with a source
  assertType<ProjectOrderQuestionInput>({ type: 'text_html', body: 'text', source_id: 1 });
  // @ts-expect-error a file with a body
  assertType<ProjectOrderQuestionInput>({ type: 'file', source_id: 1, body: 'text' });
  // @ts-expect-error a type that the service does not have
  assertType<ProjectOrderQuestionInput>({ type: 'markdown', body: 'text' });
});

declare const requester: Requester;

test('an order in a variable needs no words for the compiler, and a literal is still checked', () => {
  const order = { ...pair, questions: [{ type: 'string', body: 'text', double_check: true }] };
  assertType<Promise<Project>>(requester.projects.create(order, { once: true }));
  assertType<Promise<ProjectQuote>>(requester.projects.check(order));
  const file = { ...pair, questions: [{ type: 'file', source_id: 1, body: null }] };
  assertType<Promise<Project>>(requester.projects.create(file));
  const both = { ...pair, questions: [...order.questions, ...file.questions] };
  assertType<Promise<Project>>(requester.projects.create(both));
  // @ts-expect-error an order has two languages
  requester.projects.create({ language_id: 'en', questions: order.questions });
  // @ts-expect-error a text is a string
  requester.projects.create({ ...pair, questions: [{ ...order.questions[0], body: 1 }] });
  // @ts-expect-error a type that the service does not have
  requester.projects.create({ ...pair, questions: [{ type: 'markdown', body: 'text' }] });
  // @ts-expect-error a text without its body
  requester.projects.create({ ...pair, questions: [{ type: 'string' }] });
  // @ts-expect-error an HTML text with a source
  requester.projects.check({ ...pair, questions: [{ type: 'text_html', body: 'text', source_id: 1 }] });
  // @ts-expect-error a file with a body
  requester.projects.check({ ...pair, questions: [{ type: 'file', source_id: 1, body: 'text' }] });
});

test('open values offer the known ones and take any other of their kind', () => {
  assertType<Question['status']>(4);
  assertType<Question['status']>(4711);
  assertType<EventType>('something.new');
  // @ts-expect-error a status is a number
  assertType<Question['status']>('4');
  // @ts-expect-error an event type is a string
  assertType<EventType>(4);
});
