/** A change that changes nothing which a test could notice. */
interface Equivalent {
  readonly path: string;
  /** The line of the source. */
  readonly code: string;
  /** The change as the script prints it. */
  readonly what: string;
  readonly why: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [];
