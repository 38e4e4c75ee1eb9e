import type { EndsWithScope } from '../base/concurrency.js';
import { checkOptions, copyOwn } from '../base/options.js';
import * as rules from '../base/rules.js';
import { Clock } from './base/clock.js';
import { refuseIssues } from './base/refusal.js';
import type { SandboxHandle } from './control-interface/sandbox-handle.js';
import { Access } from './controls/access.js';
import { startAutopilot } from './controls/autopilot.js';
import { Deliveries, type DeliveryHandler } from './controls/deliveries.js';
import { createDeliveryControls, type DeliveryControls, deliverOnce } from './controls/delivery-controls.js';
import { EventControls } from './controls/event-controls.js';
import type { FaultHandle } from './controls/fault-frequency.js';
import { type FaultRule, Faults } from './controls/faults.js';
import { Place } from './controls/place.js';
import { Points } from './controls/points.js';
import { Prohibitions } from './controls/prohibitions.js';
import { playSignIn, type SignInChoice } from './controls/sign-in.js';
import { Translators } from './controls/translators.js';
import { findFirstEventId } from './events/event-numbers.js';
import { type LoggedRequest, RequestLog } from './http/request-log.js';
import { resume } from './orders/resume.js';
import { OPERATIONS } from './routes/application.js';
import { copyChecked, type SandboxOptions } from './sandbox-options.js';
import { type ListenOptions, listen, type SandboxServer } from './serving.js';
import { createFetch, type SandboxFetch } from './transport/in-process.js';
import type { ServeOutcome } from './transport/outcome.js';
import { createService } from './transport/service.js';
import {
  describeAccount,
  describeApplication,
  type OfAccount,
  type SandboxAccount,
  type SandboxApplication,
} from './world/accounts.js';
import { State, type StateSettings } from './world/state.js';
import {
  chooseOwnSecrets,
  type PlacedOrder,
  readStored,
  type SandboxSnapshot,
  toSnapshot,
} from './world/stored-state.js';

const BASE_URL = 'http://localhost:4010';
const DEFAULT_POINTS = 10_000_000;

/** What accounts and languages a new world has. */
export type WorldSeed = Pick<StateSettings, 'plans' | 'languagePairs'>;

interface World {
  readonly state: State;
  readonly deliveries: Deliveries;
}

/**
 * Creates the service in memory: an account with points, an application, and no orders.
 *
 * @example
 * const sandbox = createSandbox();
 * await sandbox.fetch(`${sandbox.baseUrl}/api/v1/my?access_token=${sandbox.accessToken}`);
 *
 * With `await using`, deliveries end with the scope.
 *
 * @throws TypeError when an option is wrong or unknown, or when `now` is not a valid time
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox & EndsWithScope {
  return new Sandbox(options);
}

/** The service in memory. Made by `createSandbox()`. */
export class Sandbox {
  /** The base address for calls through `sandbox.fetch`. */
  readonly baseUrl: string = BASE_URL;
  /** Where the addresses in answers begin, without a slash at the end. Undefined means the origin that was called. */
  readonly publicUrl: string | undefined;
  /**
   * Calls the service in this process. It can be passed on as a plain function. It follows redirections within the sandbox,
   * except with `redirect: 'manual'`, and finds no other hosts. Clients without a `store` remember orders in its `memory`.
   */
  readonly fetch: SandboxFetch;
  /** @internal The same for servers and interceptors. They simulate lost connections in their own ways. */
  readonly serve: (request: Request) => Promise<ServeOutcome>;
  /** Makes requests fail. */
  readonly faults: {
    /** @throws TypeError when the rule could never match a request; the message names the nearest operation */
    add(rule: FaultRule): FaultHandle;
    /** Removes each rule. */
    clear(): void;
  };
  /** The people who translate. */
  readonly translators: Translators = new Translators(() => this.#currentState());
  /** What tokens may do. */
  readonly access: Access;
  /** The points of organizations. */
  readonly points: Points = new Points(() => this.#currentState());
  /** Changes the event log of the first account. */
  readonly events: EventControls = new EventControls(() => this.#currentState());
  readonly clock: { now(): number; advance(ms: number): Promise<void> } = {
    now: () => this.#world.state.clock.now(),
    advance: (ms) => this.#world.state.clock.advance(ms),
  };
  readonly deliveries: DeliveryControls;
  /** Places orders and brings each into a certain state at once. */
  readonly place: Place;
  readonly #requestLog = new RequestLog(() => this.accessToken);
  readonly #prohibitions = new Prohibitions(() => this.#currentState(), OPERATIONS);
  /** What clients without a `store` remember. */
  readonly #clientMemory = new Map<string, unknown>();
  readonly #options: SandboxOptions;
  readonly #seed: WorldSeed;
  readonly #firstEventId: number;
  /** The secrets of its accounts when it has a token of its own. */
  #ownSecrets: string[] | undefined;
  /** The address of the server that was started last. */
  #serverUrl: string | undefined;
  #world: World;

  /** @internal */
  constructor(options: SandboxOptions, seed: WorldSeed = {}) {
    this.#options = copyChecked(options);
    this.#seed = seed;
    this.#firstEventId = findFirstEventId(new Clock(this.#options.now).now());
    const { publicUrl, eventOrderParameter = 'order' } = this.#options;
    this.publicUrl = publicUrl;
    this.#world = this.#createWorld(this.#options.snapshot);
    this.deliveries = createDeliveryControls(() => this.#world);
    this.access = new Access(() => this.#currentState(), this.#prohibitions);
    const faults = new Faults(OPERATIONS, this.#options.seed);
    this.faults = faults;
    this.serve = createService(() => this.#world.state, faults, this.#requestLog, {
      publicUrl,
      eventOrderParameter,
    });
    this.fetch = createFetch(this.serve, this.#clientMemory);
    this.place = new Place(this.#handle());
  }

  /** The token of the first account. */
  get accessToken(): string {
    return this.#world.state.mainAccount.accessToken;
  }

  /** The application of the first account, for signing in. */
  get application(): SandboxApplication {
    return describeApplication(this.#world.state.mainAccount);
  }

  /**
   * The accounts, two or more. `accessToken` and `application` belong to the first one; each can sign in to all applications.
   * Without a seed, the first one's second organization has very few points.
   */
  get accounts(): [first: SandboxAccount, second: SandboxAccount, ...others: SandboxAccount[]] {
    const [first, second, ...others] = this.#world.state.accounts;
    return [describeAccount(first), describeAccount(second), ...others.map(describeAccount)];
  }

  /** The requests that arrived, without secrets and preflight requests, oldest first. At least the last 50,000 are kept. */
  get requests(): LoggedRequest[] {
    return this.#requestLog.entries;
  }

  /** Every order that was really placed, by any account, oldest first. Includes cancelled orders. */
  orders(): PlacedOrder[] {
    return [...this.#world.state.orders];
  }

  /**
   * Makes a client from the class that you pass: `sandbox.requester(Requester, { retries: 0 })`. `account` is one of
   * `sandbox.accounts`. @default the first one
   */
  requester<Client, Options extends object>(
    Requester: new (options: Options) => Client,
    options?: Omit<Options, 'baseUrl' | 'accessToken' | 'fetch'> & OfAccount,
  ): Client {
    const { baseUrl, fetch } = this;
    const { account: { accessToken } = this, ...rest } = copyOwn({ ...options });
    // Its tokens are no secrets. The cast is safe: together these are all the options of the client.
    const own = { baseUrl, accessToken, fetch, dangerouslyAllowBrowser: true };
    return new Requester({ ...own, ...rest } as unknown as Options);
  }

  /**
   * Plays the person at the sign-in, in the place of a browser: presses "Authorize", or "Deny".
   *
   * @example
   * const back = await sandbox.authorize(oauth.authorizationUrl({ state }));
   * const { access_token } = await oauth.exchangeRedirect(back, { state });
   *
   * @param authorizationUrl the address that the person is sent to
   * @returns the address that the browser is redirected to, with its code
   * @throws Error with what the page says, when it leads nowhere: for instance, when the redirect address is not registered
   * @throws TypeError when this is not the address of a sign-in
   */
  authorize(authorizationUrl: string | URL, choice: SignInChoice = {}): Promise<string> {
    return playSignIn(this.#handle(), authorizationUrl, choice);
  }

  /**
   * Delivers one event to a receiver, and returns the answer.
   * @param event the event or its id, of any account. @default the newest one of the first account
   * @throws Error when there is no such event
   */
  deliver(receiver: DeliveryHandler, event?: number | { readonly id: number }): Promise<Response> {
    return deliverOnce(this.#currentState(), this.#origin(), receiver, event);
  }

  /**
   * Listens for real HTTP requests. Needs Node. Of web pages, those of this machine may call it, and those of `origins`.
   *
   * @throws TypeError when other machines could call it (`host`), and it has no `accessToken` of its own
   */
  async listen(options: ListenOptions = {}): Promise<SandboxServer> {
    const server = await listen(this.serve, this.#handle(), options);
    this.#serverUrl = server.url;
    return server;
  }

  /** @internal For `await using`: ends the deliveries. `createSandbox` gives it a public type. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#world.deliveries.stop();
    await this.#world.deliveries.idle();
  }

  #handle(): SandboxHandle {
    const { baseUrl, publicUrl, fetch, clock, translators, events, deliveries, faults, access, points } =
      this;
    return {
      baseUrl,
      publicUrl,
      fetch,
      clock,
      translators,
      events,
      deliveries,
      faults,
      access,
      points,
      prohibitions: this.#prohibitions,
      requestLog: this.#requestLog,
      snapshot: () => this.snapshot(),
      reset: (options) => this.reset(options),
      authorize: (authorizationUrl, choice) => this.authorize(authorizationUrl, choice),
      currentState: () => this.#currentState(),
    };
  }

  /**
   * Returns what is stored now, as plain JSON: accounts, tokens, orders, events and time. Faults, requests and deliveries
   * that are due later are left out. Events that are held back become visible. **A snapshot holds the tokens.**
   *
   * @example
   * const copy = createSandbox({ snapshot: sandbox.snapshot() });
   */
  snapshot(): SandboxSnapshot {
    const state = this.#currentState();
    return toSnapshot(state.clock.store(), state.store(), state.hasOwnSecrets);
  }

  /**
   * Resets accounts, orders, time, faults and requests, and what clients without a `store` remember of them. Ids and tokens start over with the first one. A sandbox that was
   * made of a `snapshot` goes back to that snapshot; with `empty`, to a new account with no orders.
   */
  reset(options: { readonly empty?: boolean } = {}): void {
    refuseIssues('reset', checkOptions('options', options, { empty: rules.flag }));
    this.#world.deliveries.stop();
    this.faults.clear();
    this.#requestLog.clear();
    this.#clientMemory.clear();
    const { translationsPerBody } = this.#world.state;
    this.#world = this.#createWorld(
      copyOwn(options).empty === true ? undefined : this.#options.snapshot,
      translationsPerBody,
    );
  }

  #createWorld(
    snapshot: SandboxSnapshot | undefined,
    translationsPerBody = this.#options.translationsPerBody,
  ): World {
    const { seed = 1, points = DEFAULT_POINTS, autopilot = false, deliver, now } = this.#options;
    const { redirectUri, callbackUrl } = this.#options;
    const stored = snapshot && readStored(snapshot);
    // Kept over a reset, so that applications can go on with theirs.
    this.#ownSecrets ??= chooseOwnSecrets(this.#options.accessToken, snapshot?.hasOwnSecrets, stored);
    const ownSecrets = this.#ownSecrets;
    const settings = { seed, points, redirectUri, callbackUrl, conditions: this.#options, ...this.#seed };
    const state = new State(
      new Clock(now, snapshot?.clock),
      { ...settings, ownSecrets, translationsPerBody, firstEventId: this.#firstEventId },
      stored,
    );
    resume(state);
    const deliveries = new Deliveries(state, () => this.#origin());
    if (autopilot !== false) startAutopilot(state, autopilot === true ? copyOwn({}) : autopilot);
    if (deliver !== undefined) deliveries.start(deliver);
    return { state, deliveries };
  }

  /**
   * The origin of the addresses in deliveries: the one that was called, or else that of the last server. `baseUrl` is the
   * last choice, since nothing listens there.
   */
  #origin(): string {
    if (this.publicUrl !== undefined) return this.publicUrl;
    const { calledOrigin = BASE_URL } = this.#world.state;
    return calledOrigin === BASE_URL ? (this.#serverUrl ?? BASE_URL) : calledOrigin;
  }

  #currentState(): State {
    this.#world.state.clock.runDueTasks();
    return this.#world.state;
  }
}
