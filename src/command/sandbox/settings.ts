import type { SeededSandboxOptions } from '../../sandbox.js';

/** The options of `sandbox`. Undefined for those that were not given. */
export interface SandboxSettings {
  readonly port: number;
  readonly host: string;
  /** Undefined for a random one, or that of the state file. */
  readonly token: string | undefined;
  /** The origins of pages that may call, besides those of this machine. */
  readonly origin: readonly string[];
  readonly open?: boolean | undefined;
  readonly seed: number | undefined;
  readonly points: number | undefined;
  readonly autopilot: boolean | 'realistic';
  readonly translationsPerBody: number | undefined;
  /** Milliseconds. */
  readonly latency: number;
  readonly redirectUri: readonly string[];
  readonly callbackUrl: string | undefined;
  /** The path of the state file. */
  readonly state: string | undefined;
  /** The path of the seed file. */
  readonly seedFile: string | undefined;
  /** The moment at which time stands still, in milliseconds. Undefined when it passes. */
  readonly now: number | undefined;
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Makes the options of the library of those of the command line. @param accessToken undefined for that of the snapshot */
export function makeOptions(
  settings: SandboxSettings,
  accessToken: string | undefined,
): SeededSandboxOptions {
  const { seed, now, points, autopilot, translationsPerBody, latency, redirectUri, callbackUrl } = settings;
  return {
    ...(seed !== undefined && { seed }),
    ...(now !== undefined && { now }),
    ...(accessToken !== undefined && { accessToken }),
    ...(points !== undefined && { points }),
    ...(translationsPerBody !== undefined && { translationsPerBody }),
    ...(redirectUri.length > 0 && { redirectUri }),
    ...(callbackUrl !== undefined && { callbackUrl, deliver: (request) => fetch(request) }),
    autopilot: autopilot === 'realistic' ? { realistic: true } : autopilot,
    latency,
  };
}
