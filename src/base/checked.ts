/** One thing that is wrong with a value: where (`questions[0].body`, empty for the whole) and what. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** All issues in one sentence. */
export function listed(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}

/** A valid value, or what is wrong with it. */
export type Checked<Value> = { readonly value: Value } | { readonly issues: readonly Issue[] };

/** Checks a value against one schema. */
export type Validate<Value> = (value: unknown) => Checked<Value>;

/** The checked value; undefined when it is missing or wrong. */
export function valueIn<Value>(checked: Checked<Value> | undefined): Value | undefined {
  return checked !== undefined && 'value' in checked ? checked.value : undefined;
}

/** The issues of a checked value; none when it is valid. */
export function issuesIn(checked: Checked<unknown> | undefined): readonly Issue[] {
  return checked !== undefined && 'issues' in checked ? checked.issues : [];
}

/** Checks an argument; each issue then names the argument: `order.questions[0].body`. */
export function argument<Value>(name: string, validate: Validate<Value>, value: unknown): Checked<Value> {
  const checked = validate(value);
  if ('value' in checked) return checked;
  return {
    issues: checked.issues.map(({ path, message }) => {
      const separator = path === '' || path.startsWith('[') ? '' : '.';
      return { path: `${name}${separator}${path}`, message };
    }),
  };
}
