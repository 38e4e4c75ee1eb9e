const HEADING = 'Notes:';

/** The description of a simple question, taken apart. */
export interface SplitDescription {
  /** What it says of all bodies. */
  readonly instructions: string;
  /** The notes by the number of their body, which counts from 1. */
  readonly notes: ReadonlyMap<number, string>;
}

/**
 * Finds the notes of single bodies in a description. It is one text for all of them, so a client writes them at its end: after
 * a line `Notes:`, one line each, such as `2: A button.` Any other description says something of all bodies.
 *
 * @param bodies how many there are
 */
export function splitDescription(description: string, bodies: number): SplitDescription {
  const lines = description.split('\n');
  const at = lines.lastIndexOf(HEADING);
  const notes = new Map<number, string>();
  for (const line of at === -1 ? [] : lines.slice(at + 1)) {
    const [before = '', ...note] = line.split(': ');
    const number = /^[1-9]\d{0,3}$/.test(before) ? Number(before) : 0;
    const isNote = number > 0 && number <= bodies && !notes.has(number) && note.length > 0;
    // Nothing of a description may be left out.
    if (!isNote) return { instructions: description, notes: new Map() };
    notes.set(number, note.join(': '));
  }
  const instructions = notes.size === 0 ? description : lines.slice(0, at).join('\n').trim();
  return { instructions, notes };
}
