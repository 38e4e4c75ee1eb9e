/** A request for authorization. The page shows it, and its form sends it back. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

const STYLE =
  ':root{color-scheme:light dark}body{font-family:system-ui,sans-serif;line-height:1.5;max-width:36rem;margin:4rem auto;padding:0 1rem}button{font:inherit;margin-right:1rem;padding:.4rem .8rem}code{overflow-wrap:anywhere}dd{margin:0 0 1rem}';

/** Headers that forbid frames, scripts and caching. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
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
<p><label>You are <select name="account">${users.map(({ login }) => `<option>${escapeHtml(login)}</option>`).join('')}</select></label></p>
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
