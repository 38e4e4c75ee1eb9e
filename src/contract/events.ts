// Types about the types of events, which the contract itself has no names for.
import type { ApplicationEvent, KnownEvent, OtherEvent } from './types.js';

/** The type of an event; others than the known ones can come. @see docs/service.md, Events */
export type EventType = KnownEvent['type'] | (string & {});

/** The events of some types: `EventOf<'simple_question.finished'>`. @see docs/service.md, Events */
export type EventOf<Type extends EventType> = Type extends KnownEvent['type']
  ? Extract<KnownEvent, { readonly type: Type }>
  : string extends Type
    ? ApplicationEvent
    : OtherEvent;
