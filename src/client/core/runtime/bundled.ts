// As `node.ts`, for bundlers: an import that waits for the first call would be a file beside the bundle, or be refused.

export { loadKy } from './ky.js';
export * from './node.js';
