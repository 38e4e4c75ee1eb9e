import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { QuestionView } from './question-view.tsx';
import { TextView } from './text-view.tsx';

/** What is read in the dialog. */
export interface Viewed {
  readonly kind: 'text' | 'question';
  readonly id: number;
  readonly title: string;
}

const viewed = signal<Viewed>();

export function view(what: Viewed): void {
  viewed.value = what;
}

/** A dialog over the page. The browser keeps the focus in it, closes it by Escape, and gives the focus back. */
export function Viewer() {
  const dialog = useRef<HTMLDialogElement>(null);
  const what = viewed.value;
  useEffect(() => {
    if (what !== undefined) dialog.current?.showModal();
  }, [what]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="viewed"
      onClose={() => {
        viewed.value = undefined;
      }}
    >
      {what !== undefined && (
        <>
          <div class="line">
            <h2 id="viewed">{what.title}</h2>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          {what.kind === 'text' ? <TextView id={what.id} /> : <QuestionView id={what.id} />}
        </>
      )}
    </dialog>
  );
}
