import type { ControlInterface } from '../control-interface/control-app.js';
import { answerFromSite } from '../site/site.js';
import type { Serve } from './outcome.js';

/** The service with its control interface and its pages beside it. Whoever listens to that learns of each request to the service. */
export function withControl(service: Serve, control: ControlInterface): Serve {
  return async (request) => {
    const answer = answerFromSite(request) ?? control.answer(request);
    if (answer !== undefined) return { kind: 'answer', response: await answer };
    const outcome = await service(request, { registerAt: control.registerAt });
    control.changed();
    return outcome;
  };
}
