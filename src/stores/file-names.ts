/** Milliseconds after which a file that belongs to no value was left by a process that was killed. */
const LEFT = 3_600_000;

/** A name that no other process gives, and that begins with the time. */
export const newId = (): string => `${Date.now()}-${crypto.randomUUID()}`;

/** A name with a short text in it. */
export function nameWith(id: string, text: string): string {
  return `${id}.${Buffer.from(text).toString('base64url')}`;
}

/** Whether a file is of a store: systems leave files of their own in folders. */
export const isName = (name: string): boolean => /^\d+-[0-9a-f-]{36}(\.[\w-]*)?$/.test(name);

/** The text in a name; undefined when it has none. */
export function textIn(name: string): string | undefined {
  const [, text] = name.split('.');
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString();
}

/** Whether a file with such a name is so old that no process needs it any more. */
export const isLeft = (name: string): boolean => Number.parseInt(name, 10) < Date.now() - LEFT;
