import * as ky from 'ky';

/** ky, from the file of the client: a bundle stays one file, and service workers may load no other. */
export function loadKy(): typeof ky {
  return ky;
}
