import type { Access } from '../controls/access.js';
import type { CallableSandbox } from '../controls/as-application.js';
import type { DeliveryControls } from '../controls/delivery-controls.js';
import type { EventControls } from '../controls/event-controls.js';
import type { Faults } from '../controls/faults.js';
import type { Points } from '../controls/points.js';
import type { Prohibitions } from '../controls/prohibitions.js';
import type { SignInChoice } from '../controls/sign-in.js';
import type { Translators } from '../controls/translators.js';
import type { RequestLog } from '../http/request-log.js';
import type { SandboxSnapshot } from '../world/stored-state.js';

/** The part of a sandbox that the control interface uses. */
export interface SandboxHandle extends CallableSandbox {
  /** Where the addresses in answers begin. Undefined means the origin that was called. */
  readonly publicUrl: string | undefined;
  readonly clock: { now(): number; advance(ms: number): Promise<void> };
  readonly translators: Translators;
  readonly events: EventControls;
  readonly deliveries: DeliveryControls;
  readonly faults: Pick<Faults, 'add' | 'clear'>;
  readonly access: Access;
  readonly prohibitions: Prohibitions;
  readonly points: Points;
  readonly requestLog: Pick<RequestLog, 'entries' | 'dropped' | 'keepAnswers'>;
  authorize(authorizationUrl: string, choice: SignInChoice): Promise<string>;
  snapshot(): SandboxSnapshot;
  reset(options: { readonly empty?: boolean }): void;
}
