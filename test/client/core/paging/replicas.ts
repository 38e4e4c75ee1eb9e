import fc from 'fast-check';
import type { QuestionListItem } from '../../../../src/client/contract/types.js';
import { account, project, questionListItem } from '../../../fixtures.js';
import { answer } from '../../../recorded-fetch.js';

/** What happens to the listing between two requests. */
export type Change = { readonly kind: 'insert' } | { readonly kind: 'remove'; readonly place: number };

export interface ReplicasOptions {
  /** How many items there are at first. */
  readonly size: number;
  /** For each copy of the data: how many of the newest items it does not have yet. */
  readonly behind: readonly number[];
  /** Which copy answers: in turn, or as chosen for each request (then in turn). */
  readonly choices?: readonly number[];
  /** What happens before each request. */
  readonly changes?: readonly (readonly Change[])[];
  /** @default given */
  readonly totals?: 'given' | 'missing';
  /** The most items on a page. @default 100 */
  readonly perPage?: number;
  /** Which item has a key, and the key. */
  readonly keyed?: { readonly id: number; readonly key: string };
}

/** A copy of the data: the changes that have reached it. */
interface Copy {
  readonly behind: number;
  /** Newest first. */
  readonly items: number[];
  applied: number;
}

/** Which copy answers each request: in turn, or in any order. The first one answers one in four at least. */
const someChoices: fc.Arbitrary<number[]> = fc.oneof(
  fc.constant<number[]>([]),
  fc.constant(Array.from({ length: 400 }, (_, at) => at + 1)),
  fc
    .array(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), { minLength: 100, maxLength: 100 })
    .map((turns) => turns.flat()),
);

/** What happens before each request: mostly nothing. */
const someChanges = (change: fc.Arbitrary<Change>): fc.Arbitrary<Change[][]> =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Change[]>([]) },
      { weight: 1, arbitrary: fc.array(change, { maxLength: 3 }) },
    ),
    { maxLength: 60 },
  );

const insertion: fc.Arbitrary<Change> = fc.constant({ kind: 'insert' });
const removal: fc.Arbitrary<Change> = fc.nat(400).map((place) => ({ kind: 'remove', place }));

/** Disturbs a reading: the copies of the data, of which the first is up to date, and what happens meanwhile. */
export interface Disturbance {
  readonly behind: fc.Arbitrary<number[]>;
  readonly changes: fc.Arbitrary<Change[][]>;
  /** Whether pages may not fit together although nothing is lost. */
  readonly mayWarn: boolean;
}

/** What a reading has to bear, each with what it is called. */
export function disturbances(): [string, Disturbance][] {
  return [
    [
      'some pages come from lagging replicas, and items are inserted',
      {
        behind: fc.constantFrom([0, 1], [0, 20], [0, 60], [0, 1, 20, 60], [0, 60, 60, 60, 60]),
        changes: someChanges(insertion),
        mayWarn: false,
      },
    ],
    [
      'some pages come from lagging replicas, and items are removed',
      {
        behind: fc.constantFrom([0, 20], [0, 60], [0, 60, 60, 60]),
        // Fewer removals than a copy is behind, so that no two copies have the same total.
        changes: fc.array(fc.array(removal, { maxLength: 1 }), { maxLength: 19 }),
        mayWarn: true,
      },
    ],
    [
      'items are inserted and removed, also as many as are removed',
      { behind: fc.constant([0]), changes: someChanges(fc.oneof(insertion, removal)), mayWarn: true },
    ],
  ];
}

/** Scenes of a disturbance. */
export const makeScenes = ({ behind, changes }: Disturbance) =>
  fc.record({ size: fc.integer({ min: 61, max: 420 }), choices: someChoices, behind, changes });

/** When the first item was created. Each is a minute newer than the one before. */
const FIRST_AT = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/**
 * A service with several copies of its data, each behind the first by some inserts, that answer alternately or as
 * chosen. It lists questions, newest first; ids rise by one.
 */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #history: (Change & { readonly id: number })[] = [];
  /** The history up to each insert. */
  readonly #inserts: number[] = [];
  readonly #truth: Copy = { behind: 0, items: [], applied: 0 };
  readonly #copies: readonly Copy[];
  /** The copy that is least behind of those that have answered. */
  #freshest: Copy | undefined;
  #requests = 0;
  #lastId = 0;
  /** The requests that were no reading of a listing or of an order. */
  readonly written: string[] = [];
  readonly pages: string[] = [];

  constructor(options: ReplicasOptions) {
    this.#options = options;
    this.#copies = options.behind.map((behind) => ({ behind, items: [], applied: 0 }));
    for (let left = options.size; left > 0; left -= 1) this.insert();
  }

  /** What there is, newest first. */
  get ids(): readonly number[] {
    this.#catchUp(this.#truth);
    return this.#truth.items;
  }

  /** What the newest copy shows that has answered: nobody can know of more. */
  get shown(): readonly number[] {
    return this.#freshest?.items ?? [];
  }

  get requests(): number {
    return this.#requests;
  }

  insert(): void {
    this.#lastId += 1;
    this.#history.push({ kind: 'insert', id: this.#lastId });
    this.#inserts.push(this.#history.length);
  }

  /** Removes the item at a place, 0 for the newest. */
  remove(place: number): void {
    const id = this.ids[place % Math.max(1, this.ids.length)];
    if (id !== undefined) this.#history.push({ kind: 'remove', place, id });
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    if (method !== 'GET') {
      this.written.push(`${method} ${url.pathname}`);
      return answer({ success: false, message: 'no' }, { status: 422 });
    }
    if (url.pathname === '/api/v1/my') return answer(account);
    const projectId = /\/projects\/(\d+)$/.exec(url.pathname)?.[1];
    if (projectId !== undefined)
      return answer({ success: true, message: 'OK', project: this.#project(Number(projectId)) });
    const asked = Number(url.searchParams.get('per_page') ?? 30);
    return answer(this.#page(Number(url.searchParams.get('page') ?? 1), asked));
  };

  #page(page: number, asked: number): object {
    const { changes = [], choices = [], totals = 'given', perPage = 100 } = this.#options;

    const request = this.#requests++;
    for (const change of changes[request] ?? []) {
      if (change.kind === 'insert') this.insert();
      else this.remove(change.place);
    }
    const copy = this.#copies[(choices[request] ?? request) % this.#copies.length] ?? this.#truth;
    this.#catchUp(copy);
    this.pages.push(`${page} of copy ${copy.behind}, ${copy.items.length} in all`);
    if (copy.behind < (this.#freshest?.behind ?? Number.POSITIVE_INFINITY)) this.#freshest = copy;
    const per_page = Math.min(asked, perPage);
    const ids = copy.items.slice((page - 1) * per_page, page * per_page);
    const total_count = copy.items.length;
    const counted = { page, per_page, total_count, total_pages: Math.ceil(total_count / per_page) };
    const questions = ids.map((id) => this.#question(id));
    return { success: true, message: 'OK', ...(totals === 'given' && counted), questions };
  }

  #catchUp(copy: Copy): void {
    const end =
      copy.behind === 0
        ? this.#history.length
        : (this.#inserts[this.#inserts.length - copy.behind] ?? this.#history.length + 1) - 1;
    for (; copy.applied < end; copy.applied += 1) {
      const change = this.#history[copy.applied];
      if (change?.kind === 'insert') copy.items.unshift(change.id);
      else if (change !== undefined) copy.items.splice(copy.items.indexOf(change.id), 1);
    }
  }

  #question(id: number): QuestionListItem {
    const { keyed } = this.#options;
    const custom_field = keyed?.id === id ? keyed.key : null;
    return { ...questionListItem, id, project_id: id + 1_000_000, created_at: makeTime(id), custom_field };
  }

  #project(id: number): object {
    const question = this.#question(id - 1_000_000);
    return { ...project, id, created_at: question.created_at, questions: [question] };
  }
}

function makeTime(id: number): string {
  return new Date(FIRST_AT + id * MINUTE).toISOString();
}
