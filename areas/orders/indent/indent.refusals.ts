import { refusals } from '@aangan/contract/refusal.ts';

export const refuseIndent = refusals({
  'indent.already-open': [409, '{child} already has indent {no}. Ask for a second set to send another.'],
  'indent.size-unknown': [422, 'Size {size} does not exist for {style}.'],
  'indent.not-in-set': [422, '{child} does not wear {style}. Look at the set of its class.'],
  'indent.nothing': [422, 'Choose a size of at least one style for {child}.'],
  'indent.other-order': [409, 'Indent {no} is {state} already. Open the list again.'],
  'indent.not-arrived': [409, 'Indent {no} is {state}: its uniform has not arrived.'],
});
