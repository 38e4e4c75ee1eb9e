export type { OperationName } from './internals.js';
export {
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from './server/node-listener.js';
export { createProxyHandler } from './server/proxy/handler.js';
export type { ProxyClient, ProxyHandlerOptions } from './server/proxy/options.js';
