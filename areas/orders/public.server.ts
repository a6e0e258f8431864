// What other areas may ask of orders (areas/README §3). Writes happen in the caller's unit of work.
export { entitleKits } from './allocation/entitle.server.ts';
export {
  type KitState,
  kitStatesFor,
  moveEntitlement,
  type ReleasedKits,
  releaseKits,
} from './allocation/entitlement.server.ts';
