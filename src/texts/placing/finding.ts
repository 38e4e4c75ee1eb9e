import { BudgetError, OrderConflictError, type OrderOptions } from '../../index.js';
import type { OrderForm, Part, PlacedPart } from './order-form.js';

/** An order that has to be placed, with its price. */
export interface OpenPart extends Part {
  readonly price: number;
}

/** What the service has of one language of a job, and what is left to order. */
export interface LanguageState {
  readonly found: readonly PlacedPart[];
  readonly open: readonly OpenPart[];
  /** Whether the first of the open orders has to be there before the others, since it begins a run. */
  readonly isNewRun: boolean;
}

type Look = { readonly price: number } | { readonly found: PlacedPart; readonly isSame: boolean };

/** How one language is looked through. */
export interface Finding {
  readonly form: OrderForm;
  readonly wanted: readonly number[];
  /** Divides pieces into orders. */
  readonly pack: (pieces: readonly number[]) => readonly (readonly number[])[];
  /** Runs a look when its turn comes. */
  readonly turn: <Result>(look: () => Promise<Result>) => Promise<Result>;
  readonly options: OrderOptions;
}

/**
 * Finds the orders that earlier calls have placed for the job, and prices the rest. Orders are numbered. Those of one
 * call are a run: its first one is placed before the others, and each says how many there are. So a run whose
 * first numbers are all free has never begun, and all others are found, whatever their texts were.
 */
export async function findOrders(finding: Finding): Promise<LanguageState> {
  const found: PlacedPart[] = [];
  const taken = new Set<number>();
  for (let base = 0; ; ) {
    const rest = finding.wanted.filter((piece) => !taken.has(piece));
    const run = runOf(finding.pack(rest), base);
    const looks = await lookAll(finding, run);
    const open = openParts(run, looks);
    const here = foundIn(looks);
    if (here.length === 0) return { found, open, isNewRun: true };
    const last = Math.max(...here.map(({ number, of }) => Math.max(number, of)));
    if (isAsPlanned(looks, last === base + run.length) && (await isLastRun(finding, open, last))) {
      return { found: [...found, ...keepNew(here, finding.wanted, taken)], open, isNewRun: false };
    }
    const others = rest.slice(0, 1);
    const beyond = Array.from({ length: Math.max(0, last - base - run.length) }, (_, index) => ({
      number: base + run.length + index + 1,
      of: last,
      pieces: others,
    }));
    const further = foundIn(await lookAll(finding, beyond));
    found.push(...keepNew([...here, ...further], finding.wanted, taken));
    base = last;
  }
}

function runOf(orders: readonly (readonly number[])[], base: number): Part[] {
  return orders.map((pieces, index) => ({ number: base + index + 1, of: base + orders.length, pieces }));
}

function foundIn(looks: readonly Look[]): PlacedPart[] {
  return looks.flatMap((look) => ('found' in look ? [look.found] : []));
}

function openParts(run: readonly Part[], looks: readonly Look[]): OpenPart[] {
  return run.flatMap((part, index) => {
    const look = looks[index];
    return look !== undefined && 'price' in look ? [{ ...part, price: look.price }] : [];
  });
}

/** Whether what was found is a beginning of what is planned, so that the open orders fill its gaps. */
function isAsPlanned(looks: readonly Look[], isWhole: boolean): boolean {
  return isWhole && looks.every((look) => 'price' in look || look.isSame);
}

/** The texts of a gap can have been ordered by a later run, for other texts than these. */
async function isLastRun(finding: Finding, open: readonly OpenPart[], last: number): Promise<boolean> {
  const [gap] = open;
  if (gap === undefined) return true;
  const [next] = await lookAll(finding, [{ number: last + 1, of: last + 1, pieces: gap.pieces }]);
  return next !== undefined && 'price' in next;
}

function lookAll({ form, turn, options }: Finding, parts: readonly Part[]): Promise<Look[]> {
  return Promise.all(parts.map((part) => turn(() => lookAt(form, part, options))));
}

/** Looks for one order: with `maxPoints: 0` it is found when it is there, and priced when it is not. */
async function lookAt(form: OrderForm, part: Part, options: OrderOptions): Promise<Look> {
  try {
    return { found: await form.place(part, { ...options, maxPoints: 0 }), isSame: true };
  } catch (error) {
    if (error instanceof BudgetError) {
      const price = form.priceOf(error.quote);
      if (Number.isFinite(price)) return { price };
    }
    const found = error instanceof OrderConflictError ? form.recover(error.existing, part) : undefined;
    if (found === undefined) throw error;
    return { found, isSame: false };
  }
}

/** The orders with pieces that are wanted and that no other order has. All others of their pieces become -1. */
function keepNew(orders: readonly PlacedPart[], wanted: readonly number[], taken: Set<number>): PlacedPart[] {
  const open = new Set(wanted.filter((piece) => !taken.has(piece)));
  return orders.flatMap((order) => {
    const pieces = order.pieces.map((piece) => (open.delete(piece) ? piece : -1));
    for (const piece of pieces) taken.add(piece);
    return pieces.some((piece) => piece >= 0) ? [{ ...order, pieces }] : [];
  });
}
