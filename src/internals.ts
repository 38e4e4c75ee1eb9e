// Not published: what the wings beside the client may use of it, beyond its public interface.
export { findInternals, type Internals, internals } from './client/internals.js';
