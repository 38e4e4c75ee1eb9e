import type { OrderOptions, Requester } from '../../index.js';
import type { JobPiece } from '../job.js';
import type { TextsOrder } from '../options.js';

/** One order of a run: orders that were planned together, numbered one after another. */
export interface Part {
  readonly number: number;
  /** The number of the last order of the run. */
  readonly of: number;
  /** What it holds, as places in the pieces of the job. */
  readonly pieces: readonly number[];
}

/** An order that the service has. */
export interface PlacedPart {
  readonly number: number;
  /** The number of the last order of the run that it belongs to. */
  readonly of: number;
  readonly id: number;
  readonly points: number;
  readonly placed: boolean;
  readonly duplicates: readonly number[];
  /** What it holds; -1 for what this job does not have. */
  readonly pieces: readonly number[];
  /** For a project, the ids of its questions, in the order of the pieces. */
  readonly questions?: readonly number[];
}

/** What the orders of one language are made of. */
export interface FormContext {
  readonly requester: Requester;
  readonly order: TextsOrder;
  readonly language: string;
  readonly pieces: readonly JobPiece[];
}

/** One of the two kinds of orders. */
export interface OrderForm {
  readonly kind: 'simple' | 'project';
  /** The key of the order with that number. */
  keyOf(number: number): string;
  /** Places an order with `once`, or finds it. */
  place(part: Part, options: OrderOptions): Promise<PlacedPart>;
  /** The price in the answer of a check; NaN when there is none. */
  priceOf(quote: unknown): number;
  /** An order with other texts, as it was found under the key of a part; undefined when it does not show them. */
  recover(existing: unknown, part: Part): PlacedPart | undefined;
}

/** The keys of the orders of one language. */
export function keysOf({ order, language }: FormContext): (number: number) => string {
  return (number) => `${order.name}/${order.from}/${language}/${number}`;
}

/** Which order of its run it is, for the next call to find the others; nothing where it is alone. */
export function placeInRun(number: number, of: number): string {
  return number === 1 && of === 1 ? '' : `Part ${number} of ${of}`;
}

/** The instructions of an order, or of a question, from what there is of them. */
export function instructions(...paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter(Boolean).join('\n\n');
}

/** A text in the form in which it is compared: services may change line ends and outer white space. */
export function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim().normalize();
}

/** The fields of what should be an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object without known fields, each of which is looked into by its user.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The elements of what should be a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
