export { type Delivery, DeliveryError } from './callbacks/errors.js';
export { type CallbackHandler, createCallbackHandler } from './callbacks/handler.js';
export type { CallbackHandlerOptions, EventClient, EventContext } from './callbacks/options.js';
export type { Seen } from './callbacks/seen.js';
export {
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from './serving/node-listener.js';
