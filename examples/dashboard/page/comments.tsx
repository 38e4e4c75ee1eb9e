import { useSignal } from '@preact/signals';
import { Alert, useAction } from './action.tsx';
import { Loaded, useLoaded } from './loaded.tsx';
import { TextArea } from './text-area.tsx';
import { day } from './words.ts';

/** What this page shows of a comment. */
export interface Said {
  readonly id: number;
  readonly body: string;
  readonly by: string;
  readonly at: string;
}

interface Props {
  /** The id of what is commented on. */
  readonly of: number;
  /** What opens the comments. */
  readonly label: string;
  readonly isOpen?: boolean;
  readonly read: () => Promise<readonly Said[]>;
  readonly write: (text: string) => PromiseLike<unknown>;
}

/** The talk with a translator. It is read when it is opened. */
export function Comments({ label, isOpen = false, ...talk }: Props) {
  const isShown = useSignal(isOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        isShown.value = currentTarget.open;
      }}
    >
      <summary>{label}</summary>
      {isShown.value && <Talk {...talk} />}
    </details>
  );
}

function Talk({ of, read, write }: Pick<Props, 'of' | 'read' | 'write'>) {
  const said = useLoaded(read, of);
  const text = useSignal('');
  const { isBusy, message, run } = useAction();
  const submit = (event: Event) => {
    event.preventDefault();
    const body = text.value.trim();
    if (body === '') return;
    void run(async () => {
      await write(body);
      text.value = '';
      await said.again();
    });
  };
  return (
    <div class="talk">
      <Loaded from={said}>
        {(all) => (all.length === 0 ? <p class="soft">None yet.</p> : <ul>{all.map(show)}</ul>)}
      </Loaded>
      <form onSubmit={submit}>
        <TextArea label="Write to the translator" text={text} />
        <Alert message={message} />
        <button type="submit" aria-disabled={isBusy || text.value.trim() === ''}>
          Send the comment
        </button>
      </form>
    </div>
  );
}

function show({ id, body, by, at }: Said) {
  return (
    <li key={id}>
      <p>{body}</p>
      <p class="facts">
        {by} · {day(at)}
      </p>
    </li>
  );
}

/** The comments on a simple translation. The service leaves their shape open, so only what fits is shown. */
export function commentsIn({ comments }: { readonly comments?: unknown }): readonly Said[] {
  return Object.values(Object(comments)).flatMap((comment) => {
    const { id, body, created_at: at, user } = Object(comment);
    const isKnown = typeof id === 'number' && typeof body === 'string' && body !== '';
    return isKnown ? [{ id, body, by: String(Object(user).login ?? ''), at: String(at) }] : [];
  });
}
