import { checkOptions, type OptionKinds } from './base/options.js';
import { createControlInterface } from './control-interface/control-app.js';
import type { Controlled } from './control-interface/controlled.js';
import { createControlToken, isLoopback } from './control-interface/guard.js';
import { observed } from './transport/observed.js';
import type { Serve } from './transport/outcome.js';
import type { ListenOptions, SandboxServer } from './transport/server.js';
import { withControl } from './transport/with-control.js';

const LISTEN_OPTIONS: OptionKinds<ListenOptions> = {
  port: ['number'],
  host: ['string'],
  onAnswer: ['function'],
  control: ['boolean'],
};

/** Serves the sandbox over HTTP, with its control interface unless that is turned off. */
export async function listen(
  service: Serve,
  sandbox: Controlled,
  options: ListenOptions,
): Promise<SandboxServer> {
  checkOptions('listen', options, LISTEN_OPTIONS);
  const { host = '127.0.0.1', control = true, onAnswer } = options;
  const serve = onAnswer === undefined ? service : observed(service, onAnswer);
  // Bundles for browsers must not have Node's modules, so they come late.
  const { startServer } = await import('./transport/server.js');
  if (!control) return startServer(serve, options);
  const token = isLoopback(host) ? undefined : createControlToken();
  return startServer(withControl(serve, createControlInterface(sandbox, { token })), options, token);
}
