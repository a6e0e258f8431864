import { refusals } from '@aangan/contract/refusal.ts';

export const refuseOrders = refusals({
  'orders.network-only': [403, 'Head office keeps this. Ask its product team.'],
  'approval.second-level': [403, 'You already approved an earlier level.'],
  'margin.open': [409, 'A request for {product} waits for approval already.'],
  'margin.no-mrp': [422, 'Enter the MRP of {product}: it has no price yet.'],
  'margin.one-mrp': [422, 'An MRP is asked for one product at a time. Leave it empty to keep theirs.'],
  'margin.no-rate': [409, 'No GST rate covers HSN {hsn} of {product}. Add it under HSN rates first.'],
  'margin.price-exists': [409, 'A price of {product} begins on {day} already. Choose another day.'],
  'margin.past': [422, 'A price begins today or later.'],
  'kit-type.unknown': [404, 'This kit type does not exist.'],
  'kit-mapping.exists': [409, '{name} has version {version} already. Revise it instead.'],
  'kit-mapping.locked': [409, 'This version is under review. Make a new version.'],
  'kit-mapping.not-yours': [403, 'Only who made this version changes its lines. Revise it instead.'],
  'margin.style': [409, '{product} is a style: its sizes have the prices.'],
});
