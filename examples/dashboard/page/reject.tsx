import { useSignal } from '@preact/signals';
import { Alert, useAction } from './action.tsx';
import { requester } from './client.ts';
import { lookNow } from './orders.ts';
import { TextArea } from './text-area.tsx';

/** The service wants to know why, in so many characters. */
const LEAST = 16;

interface Props {
  readonly translationId: number;
  readonly onChange: () => Promise<void>;
}

/** Rejects a translation. Translators can then write another one. */
export function Reject({ translationId, onChange }: Props) {
  const reason = useSignal('');
  const { isBusy, message, run } = useAction();
  const left = LEAST - [...reason.value.trim()].length;
  const submit = (event: Event) => {
    event.preventDefault();
    if (left > 0) return;
    void run(async () => {
      await requester.simple.translations.reject(translationId, { reason: reason.value.trim() });
      lookNow();
      await onChange();
    });
  };
  return (
    <details>
      <summary>Reject…</summary>
      <form onSubmit={submit} class="talk">
        <TextArea label="Why do you reject it?" text={reason} />
        <p class="hint">{left > 0 ? `${left} more characters` : 'The translator reads this.'}</p>
        <Alert message={message} />
        <button type="submit" class="danger" aria-disabled={left > 0 || isBusy}>
          Reject this translation
        </button>
      </form>
    </details>
  );
}
