import type { EndsWithScope } from './sandbox/base/ends-with-scope.js';
import { Sandbox } from './sandbox/sandbox.js';
import type { SandboxOptions } from './sandbox/sandbox-options.js';

/**
 * Starts the service in memory: an account with points, an application, and nothing ordered yet.
 *
 * @example
 * const sandbox = createSandbox();
 * await sandbox.fetch(`${sandbox.baseUrl}/api/v1/my?access_token=${sandbox.accessToken}`);
 *
 * With `await using`, its deliveries end with the scope.
 *
 * @throws TypeError when an option is wrong or unknown, or when `now` is not a valid time
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox & EndsWithScope {
  return new Sandbox(options);
}

export type { SandboxAccount, SandboxApplication } from './sandbox/account-view.js';
export type { Now } from './sandbox/base/clock.js';
export type { EndsWithScope } from './sandbox/base/ends-with-scope.js';
export type { Access } from './sandbox/controls/access.js';
export type { ChanceOptions, FaultHandle } from './sandbox/controls/chance.js';
export type { DeliveryAttempt, DeliveryHandler } from './sandbox/controls/deliveries.js';
export type { DeliveryControls } from './sandbox/controls/delivery-controls.js';
export type { DeliveryFaultKind, DeliveryFaultRule } from './sandbox/controls/delivery-faults.js';
export type { EventControls } from './sandbox/controls/event-controls.js';

export type { Alter, Fault, FaultRule } from './sandbox/controls/faults.js';
export type { Place, PlacedProject, PlacedSimpleQuestion } from './sandbox/controls/place.js';
export type { Points } from './sandbox/controls/points.js';

export type { Translators } from './sandbox/controls/translators.js';
export type { LoggedAnswer, LoggedRequest } from './sandbox/http/request-log.js';

export type { Sandbox } from './sandbox/sandbox.js';
export type { SandboxOptions } from './sandbox/sandbox-options.js';

export type { SandboxFetch } from './sandbox/transport/in-process.js';
export type { AnsweredRequest } from './sandbox/transport/observed.js';
export type { ListenOptions, SandboxServer } from './sandbox/transport/server.js';
export type { Conditions } from './sandbox/world/conditions.js';
export type { PlacedOrder, SandboxSnapshot } from './sandbox/world/stored-state.js';
