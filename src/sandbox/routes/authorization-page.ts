/** What the page shows, and what its form sends back. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

const STYLE =
  'body{font-family:sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{margin-right:1rem}';

/** Headers that forbid frames, scripts and caching. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The choice to authorize or deny. */
export function authorizationPage(request: AuthorizationRequest, login: string): string {
  const fields = [hidden('response_type', 'code'), hidden('client_id', request.clientId)];
  fields.push(hidden('redirect_uri', request.redirectUri));
  if (request.state !== null) fields.push(hidden('state', request.state));
  return page(
    'Authorize an application',
    `<p>Signed in as <strong>${escapeHtml(login)}</strong>.</p>
<p>The application that returns to <code>${escapeHtml(request.redirectUri)}</code> asks for access to this account.</p>
<form method="post" action="/oauth/authorize">
${fields.join('\n')}
<button name="decision" value="authorize">Authorize</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  );
}

export function errorPage(reason: string): string {
  return page('The request cannot be authorized', `<p>${escapeHtml(reason)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
