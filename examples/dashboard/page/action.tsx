import { useSignal } from '@preact/signals';
import { explain } from './explain.ts';

/** Runs what a person has asked for: once at a time, and with an explanation when it fails. */
export function useAction() {
  const isBusy = useSignal(false);
  const message = useSignal('');
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    message.value = '';
    await act().catch((error: unknown) => {
      message.value = explain(error);
    });
    isBusy.value = false;
  };
  return { isBusy: isBusy.value, message: message.value, run };
}

/** Says what went wrong. A screen reader reads it at once. */
export function Alert({ message }: { readonly message: string }) {
  return message === '' ? null : (
    <p role="alert" class="alert">
      {message}
    </p>
  );
}
