// Generated from package.json by scripts/generate.ts. Do not edit.

/** The version of this package. */
export const VERSION = '0.2.0';
