import type { OrderDocumentOptions } from '../../../../src/documents.js';
import type { RequesterOptions } from '../../../../src/index.js';
import type { SandboxFetch, SandboxOptions } from '../../../../src/sandbox.js';
import { openWorld, type World } from '../../../client/ordering/world.js';

export const MENU = 'Soup of the day\nFish with rice';

export const menu = (text = MENU, name = 'menu.txt'): File => new File([text], name);

export const order = (options: Partial<OrderDocumentOptions> = {}): OrderDocumentOptions => ({
  key: 'menu/2026-11',
  from: 'en',
  to: ['ja', 'de'],
  file: menu(),
  ...options,
});

/** A world in which a file is analysed at once. */
export const openKitchen = (
  options: SandboxOptions = {},
  settings: Partial<RequesterOptions> = {},
  wrap?: (fetch: SandboxFetch) => SandboxFetch,
): World => openWorld({ analysisTime: 0, ...options }, { logLevel: 'silent', ...settings }, wrap);

/** How many requests came of a method, to paths that end so. */
export const requests = ({ sandbox }: World, method: string, end: string): number =>
  sandbox.requests.filter((each) => each.method === method && each.path.endsWith(end)).length;

export const uploads = (world: World): number => requests(world, 'POST', '/my/files');

/** The keys of the orders that the service has, sorted. */
export const keys = ({ sandbox }: World): (string | null)[] =>
  sandbox
    .orders()
    .map(({ key }) => key)
    .toSorted();
