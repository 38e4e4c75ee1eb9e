import { useEffect, useRef } from 'preact/hooks';
import { Alert } from './action.tsx';
import { sent } from './send.ts';
import { stop, upload, uploaded } from './upload.ts';
import { count } from './words.ts';

/** Takes a file, and shows how it is uploaded. */
export function FileField() {
  const state = uploaded.value;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The browser goes on showing the name of a file that has been ordered.
    if (state.phase === 'none' && input.current !== null) input.current.value = '';
  }, [state.phase]);
  return (
    <div class="file">
      <label class="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <span>
          File <span class="hint">.txt, .docx, .xlsx or .pptx</span>
        </span>
        <input
          ref={input}
          type="file"
          accept=".txt,.docx,.xlsx,.pptx"
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
      </label>
      {state.phase === 'failed' && <Alert message={state.message} />}
      {state.phase === 'uploading' && <Bar name={state.name} />}
      {state.phase === 'counting' && <p role="status">{state.name} is there. Counting its letters…</p>}
      {state.phase === 'ready' && (
        <p role="status" class="ready">
          {state.name}: {count(state.source.letter_count ?? 0)} letters
        </p>
      )}
    </div>
  );
}

function Bar({ name }: { readonly name: string }) {
  const percent = Math.round(100 * sent.value);
  return (
    <div class="bar">
      <progress max={100} value={percent} aria-label={`Upload of ${name}`} />
      <span>{percent} %</span>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </div>
  );
}

function drop(event: DragEvent): void {
  event.preventDefault();
  take(event.dataTransfer?.files);
}

function take(files: FileList | null | undefined): void {
  const file = files?.[0];
  if (file !== undefined) void upload(file);
}
