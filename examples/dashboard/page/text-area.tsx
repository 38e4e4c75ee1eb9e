interface Props {
  readonly label: string;
  /** Holds what is written. */
  readonly text: { value: string };
  readonly rows?: number;
  /** The id of what explains it. */
  readonly hint?: string;
}

/** A field for some lines of text, with its label. */
export function TextArea({ label, text, rows = 2, hint }: Props) {
  return (
    <label>
      {label}
      <textarea
        rows={rows}
        value={text.value}
        aria-describedby={hint}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
    </label>
  );
}
