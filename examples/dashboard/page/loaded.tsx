import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { explainReading } from './explain.ts';

/** Reads something, and reads it again when `again` is called or `on` changes. */
export function useLoaded<Value>(read: () => Promise<Value>, on: unknown) {
  const value = useSignal<Value>();
  const message = useSignal('');
  const again = async (): Promise<void> => {
    message.value = '';
    try {
      value.value = await read();
    } catch (error) {
      message.value = explainReading(error);
    }
  };
  useEffect(() => void again(), [on]);
  return { value: value.value, message: message.value, again };
}

interface Props<Value> {
  readonly from: { readonly value: Value | undefined; readonly message: string; again(): Promise<void> };
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows what was read, or why it could not be. */
export function Loaded<Value>({ from: { value, message, again }, children }: Props<Value>) {
  return (
    <>
      {message !== '' && (
        <div class="line">
          <p role="alert" class="alert">
            {message}
          </p>
          <button type="button" onClick={() => void again()}>
            Try again
          </button>
        </div>
      )}
      {value === undefined ? message === '' && <p class="soft">Reading…</p> : children(value)}
    </>
  );
}
