export {
  executeRouting,
  executeRoutingOnce,
  type RoutingOptions,
  requestOptionsParameter,
} from './execute-routing.ts';
export type * from './types.ts';
