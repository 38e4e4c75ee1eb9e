/** A request for authorization. The page shows it, and its form sends it back. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** It looks like the desk, whose style sheet is not there when the sandbox is called without a server. */
const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dfe2ea,#2c3140);--accent:light-dark(#4338ca,#a5b4fc)}
body{background:light-dark(#f4f5f9,#0f1117);color:light-dark(#171a24,#e9ebf2);font:.9375rem/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif;margin:0;padding:1rem;overflow-wrap:anywhere}
main{background:light-dark(#fff,#181b24);border:1px solid var(--line);border-radius:.75rem;margin:10vh auto 0;max-width:30rem;padding:1.25rem 1.5rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}
main::before{content:'Translation Requester sandbox'}main::before,label{color:light-dark(#5a6072,#a3a9bb);font-size:.8125rem}
dt{margin-top:.7rem}dd{margin:0}
select,button{background:none;border:1px solid light-dark(#c3c8d6,#464d62);border-radius:.5rem;color:inherit;font:inherit;font-size:.875rem;min-height:2.75rem;padding:.25rem .9rem}
select{background:light-dark(#fff,#181b24);color:light-dark(#171a24,#e9ebf2);display:block;width:100%}
button{cursor:pointer;font-weight:500;margin-right:.5rem}
button[value=authorize]{background:var(--accent);border-color:var(--accent);color:light-dark(#fff,#14152b)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

/** Headers that forbid frames, scripts and caching. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
  // Its form is sent with its origin, which browsers hide otherwise.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The page on which the user authorizes or denies. Any of the users can be the one who is signed in. */
export function renderAuthorization(
  request: AuthorizationRequest,
  users: readonly { readonly login: string }[],
): string {
  const fields = [renderHidden('response_type', 'code'), renderHidden('client_id', request.clientId)];
  fields.push(renderHidden('redirect_uri', request.redirectUri));
  if (request.state !== null) fields.push(renderHidden('state', request.state));
  return renderPage(
    'Authorize an application',
    `<p>The application that returns to <code>${escapeHtml(request.redirectUri)}</code> asks for access to your account.</p>
<form method="post" action="authorize">
${fields.join('\n')}
<p><label>You are<select name="account">${users.map(({ login }) => `<option>${escapeHtml(login)}</option>`).join('')}</select></label></p>
<button name="decision" value="authorize">Authorize</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** Shows the address that was asked for, and those that are registered. */
export function renderWrongAddress(asked: string, registered: readonly string[]): string {
  return renderPage(
    'The redirect address is not the registered one',
    `<p>The redirect_uri is not the registered one. Both must be the same, letter by letter.</p>
<dl>
<dt>The application asked to return to</dt><dd><code>${escapeHtml(asked)}</code></dd>
<dt>It is registered with</dt>${registered.map((address) => `<dd><code>${escapeHtml(address)}</code></dd>`).join('')}
</dl>
<p>Start the sandbox with the address that the application asks for, or register it on the desk.</p>`,
  );
}

export function renderError(reason: string): string {
  return renderPage('The request cannot be authorized', `<p>${escapeHtml(reason)}</p>`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`;
}

function renderHidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
