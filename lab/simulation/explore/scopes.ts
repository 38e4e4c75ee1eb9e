import type { Requester } from '../../../src/index.ts';
import type { Library } from './library.ts';

/** An order, as a call gives it. */
export interface ClaimedOrder {
  readonly id: number;
  readonly text: string;
  /** Whether the call says that it has placed it, and not found it. */
  readonly placed: boolean;
}

/** What both processes ask for, with the same key. */
export interface Scope {
  /** The texts that are ordered, each in an order of its own. */
  readonly texts: readonly string[];
  /** What all orders cost together is the budget. */
  readonly hasBudget: boolean;
  /** Whether the two are callers in one process, with its memory instead of a store. */
  readonly isOneProcess: boolean;
  /** Whether the store changes a text whatever it was: this breaks a rule. */
  readonly isCareless?: true;
  /** Resolves to the orders that the call says it has placed or found. */
  readonly order: (
    library: Library,
    requester: Requester,
    settle: number,
  ) => Promise<readonly ClaimedOrder[]>;
}

const LANGUAGES = { language_id: 'en', translated_language_id: 'ja' };
const TEXT = 'Good morning';

async function orderOnce(_: Library, requester: Requester, settle: number): Promise<ClaimedOrder[]> {
  const order = { ...LANGUAGES, custom_field: 'shop/order-1', question_bodies: [{ body: TEXT }] };
  const { data, placed } = await requester.simple.questions
    .create(order, { once: true, settle })
    .withResponse();
  return [{ id: data.id ?? 0, text: TEXT, placed }];
}

const TABLE = { add: 'Add to cart', pay: 'Pay now' };

async function orderTable({ texts }: Library, requester: Requester, settle: number): Promise<ClaimedOrder[]> {
  const job = await texts.orderTexts(requester, {
    name: 'shop',
    from: 'en',
    to: ['ja'],
    texts: TABLE,
    settle,
    limits: { bodies: 1 },
  });
  return job.orders.map(({ id, placed, pieces }) => ({
    id,
    placed,
    text: pieces.map((piece) => job.pieces[piece]?.body).join(),
  }));
}

/** The largest first. */
export const SCOPES = {
  table: { texts: Object.values(TABLE), hasBudget: false, isOneProcess: false, order: orderTable },
  budget: { texts: [TEXT], hasBudget: true, isOneProcess: false, order: orderOnce },
  once: { texts: [TEXT], hasBudget: false, isOneProcess: false, order: orderOnce },
  memory: { texts: [TEXT], hasBudget: true, isOneProcess: true, order: orderOnce },
  careless: { texts: [TEXT], hasBudget: false, isOneProcess: false, isCareless: true, order: orderOnce },
} as const satisfies Record<string, Scope>;

export type ScopeName = keyof typeof SCOPES;
