export type { EndsWithScope } from './base/concurrency.js';
export type { Now } from './sandbox/base/clock.js';
export type { SparseOptions } from './sandbox/base/spare-fields.js';
export type { Access } from './sandbox/controls/access.js';
export type { AutopilotOptions } from './sandbox/controls/autopilot.js';
export type { DeliveryAttempt, DeliveryHandler } from './sandbox/controls/deliveries.js';
export type { DeliveryControls } from './sandbox/controls/delivery-controls.js';
export type { DeliveryFaultKind, DeliveryFaultRule } from './sandbox/controls/delivery-faults.js';
export type { EventControls } from './sandbox/controls/event-controls.js';
export type { ChanceOptions, FaultHandle } from './sandbox/controls/fault-frequency.js';
export type { Alter, Fault, FaultRule } from './sandbox/controls/faults.js';
export type { Place, PlacedProject, PlacedSimpleQuestion, PlaceOptions } from './sandbox/controls/place.js';
export type { Points } from './sandbox/controls/points.js';
export type { SignInChoice } from './sandbox/controls/sign-in.js';
export type { TranslateOptions, Translators } from './sandbox/controls/translators.js';
export type { LoggedAnswer, LoggedRequest } from './sandbox/http/request-log.js';
export { createSandbox, type Sandbox } from './sandbox/sandbox.js';
export type { SandboxOptions } from './sandbox/sandbox-options.js';
export { createSeededSandbox, type SeededSandboxOptions } from './sandbox/seeding.js';
export type { AnsweredRequest, ListenOptions, SandboxServer } from './sandbox/serving.js';
export type { SandboxFetch } from './sandbox/transport/in-process.js';
export type { OfAccount, SandboxAccount, SandboxApplication } from './sandbox/world/accounts.js';
export type { Conditions } from './sandbox/world/conditions.js';
export type {
  SandboxSeed,
  SeedAccount,
  SeedLanguagePair,
  SeedOrder,
  SeedOrganization,
} from './sandbox/world/seed.js';
export type { PlacedOrder, SandboxSnapshot } from './sandbox/world/stored-state.js';
