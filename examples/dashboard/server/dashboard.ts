import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { OAuthClient, type OAuthClientOptions } from 'translation-requester/oauth';
import { pageFiles } from './page-files.ts';
import { PROXY, proxy } from './proxy.ts';
import { Sessions } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';

/** The service, and the application that is registered there. `redirectUri` is the dashboard's own `/callback`. */
export type DashboardOptions = Pick<OAuthClientOptions, 'clientId' | 'clientSecret' | 'redirectUri'> & {
  readonly serviceUrl: string;
};

/** The server side of the dashboard: signing in, the token, and the page's files. */
export async function createDashboard({ serviceUrl, ...application }: DashboardOptions): Promise<Hono> {
  // What browsers see, and not what a proxy in front of this server calls it by.
  const { origin: own, protocol } = new URL(application.redirectUri);
  const sessions = new Sessions(serviceUrl, protocol === 'https:');
  const oauth = new OAuthClient({ baseUrl: serviceUrl, ...application });
  const app = new Hono();
  app.use(secureHeaders({ contentSecurityPolicy: POLICY, referrerPolicy: 'same-origin' }));
  app.use(async ({ req }, next) => {
    // A page of another origin could otherwise order with this person's cookie.
    const site = req.header('sec-fetch-site');
    const isOwn = site === undefined ? (req.header('origin') ?? own) === own : site === 'same-origin';
    const isVisit = req.method === 'GET' && !req.path.startsWith(`${PROXY}/`);
    if (!isOwn && !isVisit) return new Response('Only for the page of this dashboard.', { status: 403 });
    await next();
    return undefined;
  });
  app.route('/', signInRoutes(oauth, sessions));
  app.get('/session', (context) =>
    context.json({ signedIn: sessions.requester(context.req.raw) !== undefined }),
  );
  const toService = proxy(sessions, own);
  app.all(`${PROXY}/api/v1/*`, ({ req }) => toService(req.raw));
  app.get('*', await pageFiles());
  return app;
}

/** Nothing comes from, or goes to, any other host. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};
