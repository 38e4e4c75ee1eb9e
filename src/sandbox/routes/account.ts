import type { Hono } from 'hono';
import { authenticated, type Env } from '../http/call.js';
import { existing, ok } from '../http/reply.js';
import { showOrganization, showUser } from '../views/views.js';

export function addAccountRoutes(app: Hono<Env>): void {
  app.get(
    '/api/v1/my',
    authenticated(({ account, view }) => {
      const organization = existing(account.organizations.find((organization) => organization.isDefault));
      return ok('The account is found.', {
        ...showUser(account.user, view),
        email: account.email,
        default_organization_id: organization.id,
        default_organization: showOrganization(organization, view),
      });
    }),
  );
}
