import { signal } from '@preact/signals';
import type { Fetch } from 'translation-requester';

/** Our own server's way to the service. */
export const SERVICE = `${location.origin}/service`;

/** How much of the file that is being uploaded has left this machine, from 0 to 1. */
export const sent = signal(0);

/** The client's fetch: everything goes through our own server, which adds the token. */
export const send: Fetch = (url, init) => {
  const { origin, pathname, search } = new URL(url);
  // An answer names files by the service's own address. Our server reaches those too.
  const address = origin === location.origin ? url : SERVICE + pathname + search;
  if (init.body instanceof Blob) return upload(address, init, init.body);
  // The client sends no cookies by itself. Here the cookie says who is asking.
  return fetch(address, { ...init, credentials: 'same-origin' });
};

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
