import type { EndsWithScope } from './base/ends-with-scope.js';
import { Sandbox } from './sandbox.js';
import type { SandboxOptions } from './sandbox-options.js';

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

export type { SandboxAccount, SandboxApplication } from './account-view.js';
export type { Now } from './base/clock.js';
export type { EndsWithScope } from './base/ends-with-scope.js';
export type { Access } from './controls/access.js';
export type { ChanceOptions, FaultHandle } from './controls/chance.js';
export type { DeliveryAttempt, DeliveryHandler } from './controls/deliveries.js';
export type { DeliveryControls } from './controls/delivery-controls.js';
export type { DeliveryFaultKind, DeliveryFaultRule } from './controls/delivery-faults.js';
export type { EventControls } from './controls/event-controls.js';

export type { Alter, Fault, FaultRule } from './controls/faults.js';
export type { Place, PlacedProject, PlacedSimpleQuestion } from './controls/place.js';
export type { Points } from './controls/points.js';

export type { Translators } from './controls/translators.js';
export type { LoggedAnswer, LoggedRequest } from './http/request-log.js';

export type { Sandbox } from './sandbox.js';
export type { SandboxOptions } from './sandbox-options.js';

export type { SandboxFetch } from './transport/in-process.js';
export type { AnsweredRequest } from './transport/observed.js';
export type { ListenOptions, SandboxServer } from './transport/server.js';
export type { Conditions } from './world/conditions.js';
export type { PlacedOrder, SandboxSnapshot } from './world/stored-state.js';
