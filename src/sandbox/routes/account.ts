import type { Routes } from '../http/call.js';
import { ok, requireFound } from '../http/reply.js';
import { showOrganization, showUser } from '../views/views.js';

export const accountRoutes: Routes = {
  'GET /api/v1/my'({ account, view }) {
    const organization = requireFound(account.organizations.find((organization) => organization.isDefault));
    return ok('The account is found.', {
      ...showUser(account.user, view),
      email: account.email,
      default_organization_id: organization.id,
      default_organization: showOrganization(organization, view),
    });
  },
};
