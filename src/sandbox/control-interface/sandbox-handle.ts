import type { Access } from '../controls/access.js';
import type { DeliveryControls } from '../controls/delivery-controls.js';
import type { EventControls } from '../controls/event-controls.js';
import type { Faults } from '../controls/faults.js';
import type { Points } from '../controls/points.js';
import type { Translators } from '../controls/translators.js';
import type { RequestLog } from '../http/request-log.js';
import type { State } from '../world/state.js';
import type { SandboxSnapshot } from '../world/stored-state.js';

/** What the control interface needs of a sandbox. */
export interface SandboxHandle {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly clock: { now(): number; advance(ms: number): Promise<void> };
  readonly translators: Translators;
  readonly events: EventControls;
  readonly deliveries: DeliveryControls;
  readonly faults: Pick<Faults, 'add' | 'clear'>;
  readonly access: Access;
  readonly points: Points;
  readonly requestLog: Pick<RequestLog, 'entries' | 'dropped' | 'keepAnswers'>;
  snapshot(): SandboxSnapshot;
  reset(options: { readonly empty?: boolean }): void;
  /** The state, with everything done that was due. */
  settled(): State;
}
