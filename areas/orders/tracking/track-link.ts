import { kitTypes, uniformKit } from '../kit-types.ts';

const slugOf = (kitType: string): string =>
  [...kitTypes, uniformKit].find(({ id }) => id === kitType)?.slug ?? 're-ordered';

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
