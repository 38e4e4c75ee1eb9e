import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installOnce } from '../package/install.js';
import { bundled } from './bundled.js';
import type { Runtime } from './runtime.js';
import type { Told } from './stories/world.js';

/** What is used of miniflare. */
interface Miniflare {
  dispatchFetch(url: string, init: { method: string; body: string }): Promise<Response>;
  dispose(): Promise<void>;
}

const WORKER = `
import { tellAll } from './stories.mjs';
export default { fetch: async (request) => Response.json(await tellAll(await request.json())) };
`;

export const workerd: Runtime = {
  name: 'workerd',
  resends: false,
  prepare: () => installOnce({ miniflare: '4.20260730.0' }),
  async tell(folder, program, service) {
    const script = await bundled(program, WORKER, { conditions: ['workerd', 'worker', 'browser'] });
    // A package that this repository does not have.
    const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare') as {
      Miniflare: new (options: object) => Miniflare;
    };
    const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-05-01', cf: false });
    try {
      const init = { method: 'POST', body: JSON.stringify(service) };
      const answer = await worker.dispatchFetch('http://127.0.0.1/', init);
      if (answer.status !== 200) throw new Error(await answer.text());
      return (await answer.json()) as Told[]; // what WORKER answers
    } finally {
      await worker.dispose();
    }
  },
};
