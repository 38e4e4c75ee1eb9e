export { type Delivery, DeliveryError } from './server/callbacks/errors.js';
export { type CallbackHandler, createCallbackHandler } from './server/callbacks/handler.js';
export type { CallbackHandlerOptions, EventClient, EventContext } from './server/callbacks/options.js';
export type { Seen } from './server/callbacks/seen.js';
export {
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from './server/node-listener.js';
