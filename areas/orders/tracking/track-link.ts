import { slugOf } from '../order-history/order-paths.ts';

/** The page of an order's parcels; `ref` is the waybill or the parcel's number. */
export const trackLink = ({
  orderId,
  kitType,
  ref,
}: {
  orderId: string;
  kitType: string;
  ref?: string | null;
}): string =>
  `/order-history/kit/order-track/${slugOf(kitType)}/${orderId}${ref ? `/${encodeURIComponent(ref)}` : ''}`;
