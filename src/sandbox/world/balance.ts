import type { OrganizationRecord } from '../base/records.js';

/** What is added to each balance of an organization; less than 0 takes something away. */
export interface BalanceChange {
  readonly point?: number;
  readonly availablePoint?: number;
}

/** Changes the balances of an organization, and when it was updated. */
export function changeBalance(
  organization: OrganizationRecord,
  now: number,
  { point = 0, availablePoint = 0 }: BalanceChange,
): void {
  if (point === 0 && availablePoint === 0) return;
  organization.point += point;
  organization.availablePoint += availablePoint;
  organization.updatedAt = now;
}
