import type { AccessToken } from './address.js';

/** Dead entries are looked for when there are this many. */
const MANY = 256;

/** One member for each token, for as long as anyone uses it, so that copies for one account share what they do. */
export class Family<Member extends object> {
  readonly #members = new Map<AccessToken, WeakRef<Member>>();

  of(token: AccessToken, make: () => Member): Member {
    const known = this.#members.get(token)?.deref();
    if (known !== undefined) return known;
    const member = make();
    this.add(token, member);
    return member;
  }

  add(token: AccessToken, member: Member): void {
    if (this.#members.size >= MANY) {
      for (const [other, one] of this.#members) if (one.deref() === undefined) this.#members.delete(other);
    }
    this.#members.set(token, new WeakRef(member));
  }
}
