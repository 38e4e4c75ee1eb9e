import { isWhole } from '../../base/kinds.js';
import { changeBalance } from '../world/accounts.js';
import type { State } from '../world/state.js';

/** Changes the points of an organization; by default, of the first account's default organization. */
export class Points {
  readonly #current: () => State;

  /** @internal */
  constructor(current: () => State) {
    this.#current = current;
  }

  /**
   * Adds points, as if they had been bought.
   * @throws RangeError when it is not an integer above 0
   * @throws Error when there is no such organization
   */
  add(points: number, organizationId?: number): void {
    checkPoints(points);
    this.#change(points, organizationId);
  }

  /**
   * Takes points away.
   * @throws RangeError when it is not an integer above 0, or more than can be spent
   * @throws Error when there is no such organization
   */
  take(points: number, organizationId?: number): void {
    checkPoints(points);
    this.#change(-points, organizationId);
  }

  #change(by: number, id: number | undefined): void {
    const { accounts, mainAccount, clock } = this.#current();
    const all = accounts.flatMap((account) => account.organizations);
    const organization =
      id === undefined
        ? mainAccount.organizations.find(({ isDefault }) => isDefault)
        : all.find((known) => known.id === id);
    if (organization === undefined) throw new Error(`There is no organization ${id}.`);
    const { availablePoint } = organization;
    if (availablePoint + by < 0) throw new RangeError(`Only ${availablePoint} points can be taken.`);
    changeBalance(organization, clock.now(), { point: by, availablePoint: by });
  }
}

function checkPoints(points: number): void {
  if (!isWhole(points, 1)) throw new RangeError('Points must be an integer above 0.');
}
