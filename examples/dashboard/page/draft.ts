import { computed, effect, signal } from '@preact/signals';
import type { LanguagePair } from 'translation-requester';
import { requester } from './client.ts';
import { explainReading } from './explain.ts';
import type { Wanted } from './placing.ts';
import { uploaded } from './upload.ts';

/** Milliseconds without typing after which the price is asked for. */
const PAUSE = 300;

export const pairs = signal<readonly LanguagePair[]>([]);
export const kind = signal<'text' | 'file'>('text');
export const from = signal('en');
export const to = signal('ja');
export const text = signal('');

/** The texts of the order: an empty line begins a new one. Each is translated by itself. */
export const texts = computed(() =>
  text.value
    .split(/\n[\t ]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== ''),
);

/** What the order costs. It comes with the order that it is the price of, so that nothing else is ordered at it. */
export type Price =
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'known'; readonly letters: number; readonly wanted: Wanted }
  | { readonly state: 'refused'; readonly message: string };

export const price = signal<Price>({ state: 'none' });

/** Asks for the price of an order, with the languages that are chosen; undefined while there is nothing to order. */
const question = computed(() => {
  const languages = { language_id: from.value, translated_language_id: to.value };
  return kind.value === 'text' ? askForTexts(languages) : askForFile(languages);
});

type Languages = { readonly language_id: string; readonly translated_language_id: string };
type Ask = (ended: AbortSignal) => Promise<Price>;

function askForTexts(languages: Languages): Ask | undefined {
  const [title] = texts.value;
  if (title === undefined) return undefined;
  const order = { ...languages, question_bodies: texts.value.map((body) => ({ body })) };
  return async (ended) => {
    const quote = await requester.simple.questions.check(order, { signal: ended });
    const wanted = { kind: 'text', title, points: quote.total_point, order } as const;
    return { state: 'known', letters: quote.letter_count, wanted };
  };
}

function askForFile(languages: Languages): Ask | undefined {
  const state = uploaded.value;
  if (state.phase !== 'ready') return undefined;
  const { source, name: title } = state;
  const order = { ...languages, questions: [{ type: 'file', source_id: source.id, title }] } as const;
  return async (ended) => {
    const quote = await requester.projects.check(order, { signal: ended });
    const wanted = { kind: 'file', title, points: quote.point, order } as const;
    return { state: 'known', letters: source.letter_count ?? 0, wanted };
  };
}

effect(() => {
  const ask = question.value;
  price.value = { state: ask === undefined ? 'none' : 'asking' };
  if (ask === undefined) return undefined;
  const ended = new AbortController();
  const answer = async () => {
    const asked = await ask(ended.signal).catch(refused);
    if (!ended.signal.aborted) price.value = asked;
  };
  const timer = setTimeout(() => void answer(), PAUSE);
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
});

function refused(error: unknown): Price {
  return { state: 'refused', message: explainReading(error) };
}

/** Reads which languages can be ordered. */
export async function readLanguages(): Promise<void> {
  pairs.value = await requester.languages.list();
}
