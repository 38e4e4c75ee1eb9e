// The events: a union that a look at `type` narrows.
import type { components } from './types.js';

type Schemas = components['schemas'];

// An interface can extend a named type only.
type Schema<Name extends keyof Schemas> = Schemas[Name];

/** A simple question as it was at the time of an event. @see docs/service.md, Events */
export interface SimpleQuestionSnapshot extends Schema<'SimpleQuestionSnapshot'> {}

/** A simple question as the event of its creation shows it, with its texts. @see docs/service.md, Events */
export interface CreatedSimpleQuestion extends Schema<'CreatedSimpleQuestion'> {}

/** A simple question as the event of its end shows it, with its translations. @see docs/service.md, Events */
export interface ClosedSimpleQuestion extends Schema<'ClosedSimpleQuestion'> {}

/** A simple translation as the event of its submission shows it, with its translator. @see docs/service.md, Events */
export interface SubmittedTranslation extends Schema<'SubmittedTranslation'> {}

/** A simple question was ordered. @see docs/service.md, Events */
export interface SimpleQuestionCreatedEvent extends Schema<'SimpleQuestionCreatedEvent'> {}

/** A translator submitted a translation. @see docs/service.md, Events */
export interface SimpleQuestionSubmittedTranslationEvent
  extends Schema<'SimpleQuestionSubmittedTranslationEvent'> {}

/** Every text of a simple question is translated, and the question is closed. @see docs/service.md, Events */
export interface SimpleQuestionFinishedEvent extends Schema<'SimpleQuestionFinishedEvent'> {}

/** A simple question expired before all of its texts were translated. @see docs/service.md, Events */
export interface SimpleQuestionExpiredEvent extends Schema<'SimpleQuestionExpiredEvent'> {}

/** A project was ordered; seen, not promised. @see docs/service.md, Events */
export interface ProjectCreatedEvent extends Schema<'ProjectCreatedEvent'> {}

/** An event of a type that is not known; what it carries comes as it is. @see docs/service.md, Events */
export interface OtherEvent extends Schema<'OtherEvent'> {}

/** An event of a known type; `type` says which. @see docs/service.md, Events */
export type KnownEvent =
  | SimpleQuestionCreatedEvent
  | SimpleQuestionSubmittedTranslationEvent
  | SimpleQuestionFinishedEvent
  | SimpleQuestionExpiredEvent
  | ProjectCreatedEvent;

/** The record of something that happened to an order; after a look at `type` its payload is known. @see docs/service.md, Events */
export type ApplicationEvent = KnownEvent | OtherEvent;

/** The type of an event that is not known: any other string, which is compared as one. @see docs/service.md, Events */
export type OtherEventType = Schemas['OtherEventType'];

/** The type of an event; others than the known ones can come. @see docs/service.md, Events */
export type EventType = KnownEvent['type'] | (string & {});

/** The events of some types: `EventOf<'simple_question.finished'>`. @see docs/service.md, Events */
export type EventOf<Type extends EventType> = Type extends KnownEvent['type']
  ? Extract<KnownEvent, { readonly type: Type }>
  : string extends Type
    ? ApplicationEvent
    : OtherEvent;
