import { kitTypes, uniformKit } from '../kit-types.ts';

/** The word of a kit type in paths; uniforms have theirs in the order history alone. */
export const slugOf = (kitType: string): string =>
  [...kitTypes, uniformKit].find(({ id }) => id === kitType)?.slug ?? 're-ordered';

/** Where an order that waits for its payment is paid. */
export const payPath = (orderId: string): string => `/place-order?pay=${orderId}`;

interface Order {
  id: string;
  kitType: string;
  franchiseeId: number;
}
export const HISTORY = '/order-history';
export const HAND_OVER_TAB = 'hand-over';
/** Kits that wait at the centre for their families. */
export const HAND_OVER = `${HISTORY}?tab=${HAND_OVER_TAB}`;
export const typePath = (slug: string): string => `${HISTORY}/kit/${slug}`;
export const orderPath = ({ id, kitType, franchiseeId }: Order): string =>
  `${HISTORY}/kit/details/${slugOf(kitType)}/${id}/${franchiseeId}`;
