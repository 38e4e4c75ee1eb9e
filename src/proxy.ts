export type { OperationName } from './contract/operations.js';
export { createProxyHandler } from './proxy/handler.js';
export type { ProxyClient, ProxyHandlerOptions } from './proxy/options.js';
export {
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from './serving/node-listener.js';
