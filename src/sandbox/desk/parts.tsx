import { useSignal } from '@preact/signals';
import {
  type ComponentChildren,
  Fragment,
  type TargetedKeyboardEvent,
  type TargetedSubmitEvent,
} from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { StatusText } from '../control-interface/order-views.js';
import { keepDraft, recallDraft } from './drafts.js';
import type { Feed } from './feed.js';
import { formatDate, formatNumber, formatShortMoment, formatTime, indentJson } from './format.js';
import { hideMessage, message, state } from './store.js';

export interface ButtonProps {
  readonly onClick: () => unknown;
  readonly class?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

export function Button({ onClick, label, children, class: kind = '', disabled = false }: ButtonProps) {
  return (
    <button type="button" class={kind} aria-label={label} disabled={disabled} onClick={() => void onClick()}>
      {children}
    </button>
  );
}

/** The texts of a form by their names; empty ones are left out. */
export type FormTexts = Readonly<Record<string, string>>;

interface FormProps {
  /** Resolves to whether it worked. If so, the form is cleared. */
  readonly send: (texts: FormTexts) => Promise<boolean>;
  /** The name of its draft. With it, what is typed is there again after another order was looked at. */
  readonly draft?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

function readFormTexts(form: HTMLFormElement, submitter?: HTMLElement | null): FormTexts {
  return Object.fromEntries([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]));
}

export function Form({ send, draft, children, class: kind = '' }: FormProps) {
  const shown = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (draft === undefined) return;
    const texts = recallDraft(draft);
    for (const field of shown.current?.elements ?? [])
      if (field instanceof HTMLTextAreaElement) field.value = texts[field.name] ?? '';
  }, [draft]);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = Object.entries(readFormTexts(form, event.submitter));
    if (!(await send(Object.fromEntries(given.filter(([, value]) => value !== ''))))) return;
    form.reset();
    if (draft !== undefined) keepDraft(draft, {});
  };
  return (
    <form
      ref={shown}
      class={kind}
      onInput={({ currentTarget }) => draft !== undefined && keepDraft(draft, readFormTexts(currentTarget))}
      onSubmit={(event) => void submit(event)}
    >
      {children}
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

/** A field inside its label. */
export function Field({ label, children, wide = false }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child
    <label class={wide ? 'field wide' : 'field'}>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface CardProps {
  readonly title: string;
  readonly side?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Card({ title, side, children, class: kind = '' }: CardProps) {
  const id = useId();
  return (
    <section class={`card ${kind}`} aria-labelledby={id} tabIndex={-1}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {side}
      </div>
      {children}
    </section>
  );
}

interface Tab {
  readonly name: string;
  readonly badge?: string;
  readonly content: () => ComponentChildren;
}

/** Tabs with one tab stop. Arrow keys move between them. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const id = useId();
  const chosen = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = ({ key }: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? tabs.length - 1 : 0;
    if (step === 0) return;
    chosen.value = (chosen.value + step) % tabs.length;
    list.current?.querySelectorAll('button')[chosen.value]?.focus();
  };
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, badge }, index) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen.value}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen.value ? 0 : -1}
            onClick={() => {
              chosen.value = index;
            }}
          >
            {name} {badge === undefined ? null : <span class="badge">{badge}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="panel" role="tabpanel" aria-labelledby={`${id}-tab-${chosen.value}`}>
        {tabs[chosen.value]?.content()}
      </div>
    </>
  );
}

const TONES: Readonly<Record<Lowercase<StatusText>, string>> = {
  '': 'off',
  pending: 'waiting',
  listing: 'listed',
  translating: 'working',
  feedback: 'working',
  completed: 'good',
  translated: 'good',
  expired: 'bad',
  cancelled: 'off',
  'in progress': 'listed',
  'all expired': 'bad',
  'some expired': 'bad',
};

export function Status({ text }: { readonly text: StatusText }) {
  // `Lowercase` is what toLowerCase does to a literal.
  const shown = text.toLowerCase() as Lowercase<StatusText>;
  return <span class={`pill ${TONES[shown]}`}>{shown}</span>;
}

/** A text that an application or a person has written, in its own direction. `lang` is empty where nobody knows it. */
export function writtenIn(lang: string): { readonly lang: string; readonly dir: 'auto' } {
  return { lang, dir: 'auto' };
}

/** How much of a long key is shown: its beginning and its end, where keys often differ. */
const KEY = { beginning: 60, end: 20 };

/** The key of an order. */
export function Key({ text }: { readonly text: string }) {
  const characters = [...text];
  const { beginning, end } = KEY;
  const shown =
    characters.length > beginning + end
      ? `${characters.slice(0, beginning).join('')}…${characters.slice(-end).join('')}`
      : text;
  return (
    <code dir="auto" title={text}>
      {shown}
    </code>
  );
}

/** A name such as `project.created`, which is wrapped after its dots, slashes and underscores. */
export function Name({ text }: { readonly text: string }) {
  return (
    <span class="path">
      {text.split(/(?<=[._/])/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

interface SearchProps {
  readonly feed: Feed<unknown>;
  readonly label: string;
  /** What can be found. */
  readonly hint: string;
}

/** A field that leaves only some entries of a list. */
export function SearchField({ feed, label, hint }: SearchProps) {
  const wanted = feed.wanted.value;
  return (
    <div class="search">
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        dir="auto"
        maxLength={200}
        value={wanted}
        onInput={({ currentTarget }) => feed.search(currentTarget.value)}
      />
      <span class="faint" role="status">
        {wanted.trim() === '' ? '' : `${formatNumber(feed.total.value)} found`}
      </span>
    </div>
  );
}

/** The HTTP status of an answer; `none` without one. */
export function StatusPill({ status }: { readonly status: number | null }) {
  const tone = status === null ? 'off' : status < 300 ? 'good' : status < 400 ? 'listed' : 'bad';
  return <span class={`pill ${tone}`}>{status ?? 'none'}</span>;
}

/** A time of today. With its date, if it is of another day, or if the clock was moved. */
export function Moment({ at }: { readonly at: number }) {
  const { now = at, clockMoved = 0 } = state.value ?? {};
  const isToday = clockMoved === 0 && formatDate(at) === formatDate(now);
  return (
    <time class="faint" dateTime={new Date(at).toISOString()}>
      {isToday ? formatTime(at) : formatShortMoment(at)}
    </time>
  );
}

interface TextBlockProps {
  readonly text: string;
  /** Its heading. */
  readonly title?: string;
}

export function TextBlock({ title, text }: TextBlockProps) {
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0} dir="auto">
        {text}
      </pre>
    </>
  );
}

/** The message of the last action, with the answer of the service behind it. */
export function MessageBar() {
  const shown = message.value;
  return (
    <section class="messages" aria-label="Message">
      <p role="alert" dir="auto" class={shown?.isError === true ? 'toast error' : ''}>
        {shown?.isError === true ? shown.text : ''}
      </p>
      <p role="status" class={shown?.isError === false ? 'toast' : ''}>
        {shown?.isError === false ? shown.text : ''}
      </p>
      {shown?.answer === undefined ? null : (
        <details class="inline">
          <summary>What it answered</summary>
          <TextBlock text={indentJson(shown.answer) || 'Without a body.'} />
        </details>
      )}
      {shown !== null && (
        <Button class="quiet" label="Close the message" onClick={hideMessage}>
          ×
        </Button>
      )}
    </section>
  );
}
