const CHUNK = 1024 * 1024;

/** Why files can't be compared here; undefined where they can. */
export const explainNoDigest = (): string | undefined =>
  globalThis.crypto?.subtle ? undefined : 'needs crypto.subtle, which a page has by https or on this machine';

/** A digest of the content: of the SHA-256 of each MiB, so that a file of any size takes constant memory. */
export async function computeDigest(file: Blob, signal?: AbortSignal): Promise<string> {
  const digests: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < file.size; at += CHUNK) {
    signal?.throwIfAborted();
    const bytes = await file.slice(at, at + CHUNK).arrayBuffer();
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const all = new Uint8Array(await new Blob(digests).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
