import { useComputed } from '@preact/signals';
import { available } from './account.ts';
import { Alert } from './action.tsx';
import { from, kind, pairs, price, text, texts, to } from './draft.ts';
import { FileField } from './file-field.tsx';
import { order } from './placing.ts';
import { TextArea } from './text-area.tsx';
import { stop } from './upload.ts';
import { count, points } from './words.ts';

/** Orders a text or a file. Its price is there before it can be ordered. */
export function OrderForm() {
  const submit = (event: Event) => {
    event.preventDefault();
    if (price.value.state !== 'known' || isTooDear()) return;
    order(price.value.wanted);
    text.value = '';
    stop();
  };
  return (
    <section class="card order-form" aria-labelledby="order">
      <h2 id="order">New order</h2>
      <form onSubmit={submit}>
        <Kind />
        <Languages />
        {kind.value === 'text' ? <TextField /> : <FileField />}
        <PriceLine />
        <button type="submit" class="primary" aria-disabled={price.value.state !== 'known' || isTooDear()}>
          {price.value.state === 'known' ? `Order for ${points(price.value.wanted.points)}` : 'Order'}
        </button>
      </form>
    </section>
  );
}

function Kind() {
  const choice = (value: 'text' | 'file', label: string) => (
    <label class={kind.value === value ? 'chosen' : ''}>
      <input
        type="radio"
        name="kind"
        checked={kind.value === value}
        onChange={() => {
          kind.value = value;
        }}
      />
      {label}
    </label>
  );
  return (
    <fieldset class="choice">
      <legend class="unseen">What to translate</legend>
      {choice('text', 'A text')}
      {choice('file', 'A file')}
    </fieldset>
  );
}

function Languages() {
  const sources = useComputed(
    () => new Map(pairs.value.map(({ language_id: id, language }) => [id, language?.localized_name ?? id])),
  );
  const targets = useComputed(() => {
    const fitting = pairs.value.filter(({ language_id: id }) => id === from.value);
    return new Map(
      fitting.map(({ translated_language_id: id, translated_language: to }) => [
        id,
        to?.localized_name ?? id,
      ]),
    );
  });
  return (
    <div class="languages">
      <Choice label="From" names={sources.value} chosen={from} />
      <Choice label="To" names={targets.value} chosen={to} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: { value: string };
}

function Choice({ label, names, chosen }: ChoiceProps) {
  return (
    <label>
      {label}
      <select
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value;
        }}
      >
        {[...names].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function TextField() {
  return (
    <div>
      <TextArea label="Text" text={text} rows={6} hint="texts" />
      <p id="texts" class="hint">
        {texts.value.length > 1
          ? `${count(texts.value.length)} texts, translated one by one.`
          : 'An empty line begins another text.'}
      </p>
    </div>
  );
}

function isTooDear(): boolean {
  return (
    price.value.state === 'known' && price.value.wanted.points > (available.value ?? Number.POSITIVE_INFINITY)
  );
}

function PriceLine() {
  const known = price.value;
  if (known.state === 'refused') return <Alert message={known.message} />;
  const words = {
    none: 'The price appears here before you order.',
    asking: 'Asking for the price…',
    known: known.state === 'known' ? `${count(known.letters)} letters` : '',
  };
  return (
    <p class="price" role="status">
      <span>{words[known.state]}</span>
      {known.state === 'known' && <strong>{points(known.wanted.points)}</strong>}
      {isTooDear() && <span class="too-dear">That is more than you have.</span>}
    </p>
  );
}
