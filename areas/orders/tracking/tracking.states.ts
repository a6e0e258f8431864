import type { ParcelState } from '../dispatch/dispatch.states.ts';

/** What a courier can say of a parcel on its way. */
export const eventLabels = {
  MANIFESTED: 'Handed to courier',
  PICKED_UP: 'Picked up',
  IN_TRANSIT: 'In transit',
  OUT_FOR_DELIVERY: 'Out for delivery',
  ATTEMPT_FAILED: 'Delivery tried, nobody took it',
  RTO_INITIATED: 'Coming back to the warehouse',
  RTO_DELIVERED: 'Came back to the warehouse',
  LOST: 'Lost',
  DAMAGED: 'Damaged on the way',
  DELIVERED: 'Delivered',
} as const satisfies Partial<Record<ParcelState, string>>;
export type CourierEvent = keyof typeof eventLabels;

/** In plain words, as families and centres read it. */
export const plainWords: Readonly<Record<CourierEvent, string>> = {
  MANIFESTED: 'The parcel was announced to the courier.',
  PICKED_UP: 'The courier has picked the parcel up.',
  IN_TRANSIT: 'The parcel is on its way.',
  OUT_FOR_DELIVERY: 'The parcel is out for delivery.',
  ATTEMPT_FAILED: 'The courier tried to deliver it. It tries again.',
  RTO_INITIATED: 'The parcel is coming back to the warehouse.',
  RTO_DELIVERED: 'The parcel came back to the warehouse.',
  LOST: 'The courier has lost the parcel.',
  DAMAGED: 'The parcel was damaged on its way.',
  DELIVERED: 'The parcel was delivered.',
};

/** What to do about trouble. */
export const advice: Partial<Record<ParcelState, string>> = {
  ATTEMPT_FAILED: 'See that somebody takes it at the next try, or call the courier with the waybill number.',
  RTO_INITIATED: 'Head office has to send it anew once it is back.',
  RTO_DELIVERED: 'It can be ordered again free of charge, under Re-orders.',
  LOST: 'It can be ordered again free of charge, under Re-orders.',
  DAMAGED: 'Count it when it comes, and claim what is damaged.',
};

export const trackSteps = [
  'Placed',
  'Confirmed',
  'Packed',
  'Shipped',
  'Out for delivery',
  'Delivered',
] as const;
