import type { OrderOptions, Requester } from '../../index.js';
import type { JobPiece } from '../job.js';
import type { TextsOrder } from '../options.js';

/** An order of a run. A run is what one call places: its orders are planned together and numbered in sequence. */
export interface RunOrder {
  readonly number: number;
  /** The number of the last order of its run. */
  readonly lastNumber: number;
  /** What it holds, as indexes into the pieces of the job. */
  readonly pieces: readonly number[];
}

/** An order that the service has. */
export interface PlacedOrder {
  readonly number: number;
  /** The number of the last order of its run. */
  readonly lastNumber: number;
  readonly id: number;
  readonly points: number;
  /** Whether this call placed it, rather than found it. */
  readonly placed: boolean;
  readonly duplicates: readonly number[];
  /** What it holds, as indexes into the pieces of the job; -1 for a text that the job does not have. */
  readonly pieces: readonly number[];
  /** For a project, the ids of its questions, in the order of the pieces. */
  readonly questions?: readonly number[];
}

/** What an order builder needs to build the orders of one language. */
export interface BuilderContext {
  readonly requester: Requester;
  readonly order: TextsOrder;
  readonly language: string;
  readonly pieces: readonly JobPiece[];
}

/** Builds, places and recognizes orders of one kind. */
export interface OrderBuilder {
  readonly kind: 'simple' | 'project';
  /** The key of the order with that number. */
  keyOf(number: number): string;
  /** Places an order with `once`, or finds it. */
  place(order: RunOrder, options: OrderOptions): Promise<PlacedOrder>;
  /** The price in the answer of a check; NaN when there is none. */
  priceOf(quote: unknown): number;
  /** Reads an order that has the key of `order` but other texts; undefined when it does not show its texts. */
  recover(existing: unknown, order: RunOrder): PlacedOrder | undefined;
}

/** Makes the keys of the orders of one language. */
export function keysOf({ order, language }: BuilderContext): (number: number) => string {
  return (number) => `${order.name}/${order.from}/${language}/${number}`;
}

/** Says which order of its run it is, so that the next call finds the others. Empty for the only order of the first run. */
export function positionInRun({ number, lastNumber }: Pick<RunOrder, 'number' | 'lastNumber'>): string {
  return number === 1 && lastNumber === 1 ? '' : `Part ${number} of ${lastNumber}`;
}

/** The instructions of an order or a question: the paragraphs that are not empty. */
export function instructions(...paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter(Boolean).join('\n\n');
}

/** A text in the form in which texts are compared: services may change line endings and outer white space. */
export function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim().normalize();
}

/** The fields of a value that should be an object; none if it is not. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // No field is known: whoever reads one checks it.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The elements of a value that should be a list; none if it is not. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
