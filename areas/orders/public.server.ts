// What other areas may ask of orders (areas/README §3). Writes happen in the caller's unit of work.
export { entitleKits } from './allocation/entitle.server.ts';
export {
  type KitState,
  kitStatesFor,
  moveEntitlement,
  type ReleasedKits,
  releaseKits,
} from './allocation/entitlement.server.ts';
export {
  type EnquiryForIndent,
  enquiryIndents,
  submitIndentsForEnquiries,
} from './indent/enquiry-indent.server.ts';
export { stylesWithStock } from './indent/uniform-styles.server.ts';
