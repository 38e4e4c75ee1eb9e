import type { Checked } from './validate.js';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function refuse(message: string): Checked<string> {
  return { issues: [{ path: 'baseUrl', message }] };
}

/**
 * The address of the service, without a slash at its end. Secrets travel in addresses and bodies, so it is
 * https, or http on this machine, unless the caller opts out.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp = false): Checked<string> {
  if (!(typeof baseUrl === 'string' || baseUrl instanceof URL) || !URL.canParse(String(baseUrl))) {
    return refuse('must be an absolute address such as https://service.example');
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or a password');
  if (url.search !== '' || url.hash !== '') return refuse('must not have a query or a fragment');
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!secure && !(allowInsecureHttp && url.protocol === 'http:')) {
    return refuse('must use https, or http on a loopback host (allowInsecureHttp: true opts out)');
  }
  // Not of `href`, which keeps a bare `?` or `#`.
  return { value: url.origin + url.pathname.replace(/\/+$/, '') };
}
