import { checkArgument } from '../../base/checked.js';
import { organizationAnswerSchema, organizationPageSchema } from '../contract/answers.js';
import { type OrganizationInput, organizationInputSchema, pageQuerySchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import type { Organization, OrganizationAnswer, OrganizationPage } from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListOptions } from '../core/paging/listing.js';
import type { PageQuery } from '../core/paging/page.js';
import { makeListing } from '../core/paging/read-page.js';

const inspectOrganization = makeInspector(organizationAnswerSchema);
const inspectOrganizationPage = makeInspector(organizationPageSchema);
const checkOrganizationInput = makeValidator(organizationInputSchema);
const checkOrganizationQuery = makeValidator(pageQuerySchema);

const takeOrganization = (answer: OrganizationAnswer): Organization => answer.organization;

/** The organizations of the account, each with its balance of points. */
export class Organizations {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Lists the account's organizations.
   *
   * @throws InputError when `page` or `per_page` is out of range
   * @see docs/service.md, Account and organizations
   */
  list(query?: PageQuery, options?: ListOptions): Listing<Organization, OrganizationPage> {
    return makeListing(
      this.#http,
      {
        name: 'organizations.list',
        path: path`/api/v1/my/organizations`,
        checkQuery: checkOrganizationQuery,
        inspect: inspectOrganizationPage,
        list: 'organizations',
        key: ({ id }) => id,
      },
      query,
      options,
    );
  }

  /**
   * Creates an organization. A write: it is repeated only where it provably was not carried out.
   *
   * @throws InputError when a field is of another type or not known; ValidationError when the service refuses it, as it
   *   does without a `name`
   * @see docs/service.md, Account and organizations
   */
  create(input: OrganizationInput, options?: CallOptions): Call<Organization, OrganizationAnswer> {
    const json = checkArgument('input', checkOrganizationInput, input);
    return this.#http.call(
      {
        name: 'organizations.create',
        method: 'POST',
        path: path`/api/v1/organizations`,
        json,
        creates: 'organization',
        inspect: inspectOrganization,
        data: takeOrganization,
      },
      options,
    );
  }

  /**
   * Reads one organization.
   *
   * @throws NotFoundError when this account has none with that id
   * @see docs/service.md, Account and organizations
   */
  get(id: number, options?: CallOptions): Call<Organization, OrganizationAnswer> {
    return this.#http.call(
      {
        name: 'organizations.get',
        method: 'GET',
        path: path`/api/v1/organizations/${{ id }}`,
        inspect: inspectOrganization,
        data: takeOrganization,
      },
      options,
    );
  }
}
