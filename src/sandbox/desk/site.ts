const HTML_TYPE = 'text/html; charset=utf-8';

type Asset = keyof typeof import('./assets.js').assets;

/** The content of each path, with its content type. */
const SITE_ASSETS: Readonly<Record<string, readonly [asset: Asset, type: string]>> = {
  '/': ['page', HTML_TYPE],
  '/docs': ['page', HTML_TYPE],
  '/openapi.json': ['contract', 'application/json; charset=utf-8'],
  '/_sandbox/desk.js': ['script', 'text/javascript; charset=utf-8'],
  '/_sandbox/desk.css': ['style', 'text/css; charset=utf-8'],
};

/** The page loads nothing from any other host, and no other page can frame it. */
const SITE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
} as const;

/** Answers requests for the desk, the contract and their assets. Returns undefined for other requests. */
export function answerFromSite(request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  const found = Object.hasOwn(SITE_ASSETS, pathname) ? SITE_ASSETS[pathname] : undefined;
  return found && showAsset(request.method, ...found);
}

async function showAsset(method: string, asset: Asset, type: string): Promise<Response> {
  // Loaded on first use, since most sandboxes are never looked at.
  const { assets } = await import('./assets.js');
  return new Response(method === 'HEAD' ? null : assets[asset], {
    headers: { ...SITE_HEADERS, 'content-type': type },
  });
}
