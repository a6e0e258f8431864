// Why a kit cannot be ordered yet (areas/orders.md 3.7): every rule that fails is told, none is hidden.

import { formatDate } from '@aangan/contract/period.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';

export const blockCodes = [
  'NOT_ENROLLED',
  'NOT_MAPPED',
  'NO_BOM',
  'NO_AMOUNT',
  'TOO_EARLY',
  'TOO_LATE',
  'FEE_DUE',
  'KIT1_FIRST',
  'BRIDGE_ONLY',
  'GIFT_NEW',
] as const;
export type BlockCode = (typeof blockCodes)[number];

export interface BlockFacts {
  readonly kit: string;
  /** The class, sample category or model. */
  readonly of: string;
  readonly orderFrom: string | null;
  readonly orderTo: string | null;
  /** Still to be collected from the family before the kit is released. */
  readonly short: number | null;
}

export function blockText(code: BlockCode, { kit, of, orderFrom, orderTo, short }: BlockFacts): string {
  switch (code) {
    case 'NOT_ENROLLED':
      return 'The child does not attend now';
    case 'NOT_MAPPED':
      return `No approved mapping of ${kit} for ${of}`;
    case 'NO_BOM':
      return `No active bill of material of ${of}`;
    case 'NO_AMOUNT':
      return `No amount of ${kit} is set for ${of}`;
    case 'TOO_EARLY':
      return `Can be ordered from ${orderFrom ? formatDate(orderFrom) : 'later'}`;
    case 'TOO_LATE':
      return `Could be ordered until ${orderTo ? formatDate(orderTo) : 'an earlier day'}`;
    case 'FEE_DUE':
      return `${formatInr(paise(short ?? 0))} more to collect`;
    case 'KIT1_FIRST':
      return 'Curriculum Kit 1 is ordered first';
    case 'BRIDGE_ONLY':
      return 'Only for a class of the category Bridge Course';
    case 'GIFT_NEW':
      return 'Only for a child admitted this year';
  }
}
