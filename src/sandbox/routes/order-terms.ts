import type { OfferedLanguages } from '../base/languages.js';
import type { AccountRecord, LanguagePairRecord, OrganizationRecord } from '../base/records.js';
import type { RouteCall } from '../http/call.js';
import type { RequestFields } from '../http/fields.js';
import { invalid } from '../http/reply.js';

/** @see docs/service.md, Limits */
export const MAX_CUSTOM_FIELD = 255;

/**
 * The languages of an order. A missing language is reported as `language` or `translated_language`, a pair that is not
 * offered as `translated_language_id`.
 * @see docs/service.md, Errors
 */
export function readLanguagePair({
  fields,
  state: { languages },
}: RouteCall): LanguagePairRecord | undefined {
  const source = fields.readText('language_id');
  const target = fields.readText('translated_language_id');
  requireLanguage(languages, fields, 'language', source);
  requireLanguage(languages, fields, 'translated_language', target);
  const pair = languages.find(source ?? '', target ?? '');
  if (pair === undefined) fields.fail('translated_language_id', 'is invalid');
  return pair;
}

function requireLanguage(
  languages: OfferedLanguages,
  fields: RequestFields,
  name: string,
  id: string | null,
): void {
  if (id === null || id.trim() === '') fields.fail(name, "can't be blank");
  else if (!languages.has(id)) fields.fail(name, 'is invalid');
}

/** The organization that pays. When the order names none, it is the account's default one. */
export function readOrganization(
  fields: RequestFields,
  account: AccountRecord,
): OrganizationRecord | undefined {
  const id = fields.readId('organization_id');
  const chosen = account.organizations.find((organization) =>
    id === null ? organization.isDefault : organization.id === id,
  );
  if (chosen === undefined) fields.fail('organization_id', 'is invalid');
  return chosen;
}

/** @throws Refusal with 422 when the organization has too few points */
export function ensurePayable(organization: OrganizationRecord, points: number): void {
  if (organization.availablePoint < points) throw invalid({ point: 'is not enough' });
}
