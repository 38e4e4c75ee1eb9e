import { signal } from '@preact/signals';
import type { Fetch } from 'translation-requester';

/** How much of the file that is being uploaded has left this machine, from 0 to 1. */
export const sent = signal(0);

/** The client's fetch: an upload says how far it has come. */
export const send: Fetch = (url, init) =>
  init.body instanceof Blob ? upload(url, init, init.body) : fetch(url, init);

/** The fetch of browsers does not say how far an upload has come. XMLHttpRequest does. */
function upload(
  address: string,
  { method, headers, signal: ended }: RequestInit,
  body: Blob,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? 'POST', address);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => {
      sent.value = loaded / total;
    };
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? 'application/json';
      resolve(new Response(request.response, { status: request.status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new TypeError('The upload was cut off.'));
    request.onabort = () => reject(ended?.reason);
    ended?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
