import type { OrganizationRecord } from '../base/records.js';
import type { RouteCall, Routes } from '../http/call.js';
import { keepListed, requireReadable } from '../http/lag.js';
import { slicePage } from '../http/paging.js';
import { created, ok } from '../http/reply.js';
import { showOrganization } from '../views/views.js';

const MAX_ORGANIZATION_NAME = 255;

export const organizationRoutes: Routes = {
  'GET /api/v1/my/organizations'({ state, account, request, view }) {
    const { paging, items } = slicePage(request.query, keepListed(state, account.organizations));
    const organizations = items.map((organization) => showOrganization(organization, view));
    return ok('Organizations are found.', { ...paging, organizations });
  },
  'POST /api/v1/organizations': postOrganization,
  'GET /api/v1/organizations/:id'({ state, account, view, id }) {
    const wanted = id('id');
    const found = account.organizations.find((organization) => organization.id === wanted);
    const organization = requireReadable(state, found);
    return ok('The organization is found.', { organization: showOrganization(organization, view) });
  },
};

/** A new organization has no points. */
function postOrganization({ state, account, fields, view }: RouteCall): Response {
  const name = fields.readRequiredText('name', MAX_ORGANIZATION_NAME);
  const description = fields.readText('description');
  fields.check();
  const now = state.clock.now();
  const organization: OrganizationRecord = {
    id: state.nextId(),
    owner: account.user,
    name,
    description,
    isDefault: false,
    createdAt: now,
    updatedAt: now,
    point: 0,
    availablePoint: 0,
  };
  account.organizations.push(organization);
  const shown = showOrganization(organization, { ...view, exact: true });
  return created('The organization is created.', shown.url, { organization: shown });
}
