import { transitions } from '@aangan/contract/states.ts';

export const couriers = {
  DELHIVERY: 'Delhivery',
  SHIPROCKET: 'Shiprocket',
  DTDC: 'DTDC',
  BLUE_DART: 'Blue Dart',
  OWN_VEHICLE: 'Own vehicle',
  HAND: 'By hand',
} as const;
export type Courier = keyof typeof couriers;
/** Who gives no waybill: nobody scans such a parcel on its way. */
export const withoutAwb: readonly Courier[] = ['OWN_VEHICLE', 'HAND'];

export const parcelLabels = {
  PACKED: 'Packed',
  MANIFESTED: 'Handed to courier',
  PICKED_UP: 'Picked up',
  IN_TRANSIT: 'In transit',
  OUT_FOR_DELIVERY: 'Out for delivery',
  ATTEMPT_FAILED: 'Delivery tried',
  RTO_INITIATED: 'Coming back',
  RTO_DELIVERED: 'Came back',
  LOST: 'Lost',
  DAMAGED: 'Damaged on the way',
  DELIVERED: 'Delivered',
  CANCELLED: 'Unpacked',
} as const;
export type ParcelState = keyof typeof parcelLabels;

/** How far a parcel is; its headline moves to a higher rank only (areas/orders.md 2.5). */
export const parcelRank: Readonly<Record<ParcelState, number>> = {
  PACKED: 10,
  MANIFESTED: 20,
  PICKED_UP: 30,
  IN_TRANSIT: 40,
  OUT_FOR_DELIVERY: 50,
  ATTEMPT_FAILED: 50,
  RTO_INITIATED: 60,
  RTO_DELIVERED: 70,
  LOST: 80,
  DAMAGED: 80,
  DELIVERED: 100,
  CANCELLED: 0,
};

/** What a person moves; everything after the gate is told by the courier. */
export const parcelStates = transitions({ PACKED: { unpack: 'CANCELLED' }, CANCELLED: {} });

export const challanKinds = {
  SALE: 'Sale',
  SAMPLE: 'Sample',
  REPLACEMENT: 'Replacement',
  STOCK_TRANSFER: 'Stock transfer',
  RETURN: 'Return',
} as const;
export type ChallanKind = keyof typeof challanKinds;

export const challanLabels = { DRAFT: 'Draft', ISSUED: 'Issued', CANCELLED: 'Cancelled' } as const;
export const challanStates = transitions({
  DRAFT: { issue: 'ISSUED', cancel: 'CANCELLED' },
  ISSUED: { cancel: 'CANCELLED' },
  CANCELLED: {},
});

/** Goods worth more than this go with an e-way bill (paise; CGST rule 138). */
export const EWAY_ABOVE = 50_000_00;
/** Parcels that leave in one transaction. */
export const MOST_PARCELS = 100;
/** Days to pay what was ordered on credit. */
export const CREDIT_DAYS = 30;

/** Waves: what was promised before today, what within three days, and the rest. */
export const waves = { LATE: 'Late', NOW: 'Now', LATER: 'Later' } as const;
