import type { Kind } from '../../base/kinds.js';
import type { Conditions } from '../world/conditions.js';
import type { Controlled } from './controlled.js';
import type { Ledger } from './ledger.js';

/** What acts act on. */
export interface Target {
  readonly sandbox: Controlled;
  readonly ledger: Ledger;
}

/** Something that the control interface can do, by a POST with a JSON object. */
export interface Act {
  /** The fields of the object, and their kinds. */
  readonly fields: Readonly<Record<string, readonly Kind[]>>;
  readonly needs?: readonly string[];
  // The fields have been checked when it runs.
  run(target: Target, fields: Fields): unknown;
}

/** The fields that acts can have. */
export interface Fields {
  readonly id?: number;
  readonly empty?: boolean;
  readonly questionId?: number;
  readonly questionBodyId?: number;
  readonly translationId?: number;
  readonly orderId?: number;
  readonly eventId?: number;
  readonly organizationId?: number;
  readonly points?: number;
  readonly accessToken?: string;
  readonly all?: boolean;
  readonly text?: string;
  readonly texts?: readonly string[];
  readonly body?: string;
  readonly reason?: string;
  readonly advance?: number;
  readonly count?: number;
  readonly kind?: string;
  readonly to?: string;
  readonly on?: string;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly fault?: { readonly kind: string; readonly patch?: unknown };
  readonly redirectUri?: string;
  readonly callbackUrl?: string;
  readonly returnTo?: string;
  readonly latency?: Conditions['latency'] | null;
  readonly rateLimit?: Conditions['rateLimit'] | null;
  readonly lag?: Conditions['lag'] | null;
  readonly analysisTime?: number | null;
}
