export const LIST = '/place-order/wow-kit/list';
export const ORDERING = '/place-order/wow-kit-ordering';

interface Placed {
  id: string;
  franchiseeId: number;
}
export const orderPath = ({ franchiseeId, id }: Placed): string =>
  `${ORDERING}/order-summary/${franchiseeId}/${id}`;
export const confirmPath = ({ id }: Pick<Placed, 'id'>): string => `/place-order/wow-kit/confirm?order=${id}`;
export const revisePath = ({ id }: Placed): string => `${ORDERING}?revises=${id}`;
export const summaryPath = (franchiseeId: number): string => `/place-order/wow-kit/summary/${franchiseeId}`;
