export const claimPath = (orderId: string): string => `/damage/re-order/${orderId}`;
export const RE_ORDERS = '/place-order/re-order-kit/list';
