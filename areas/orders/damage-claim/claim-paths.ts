export const claimPath = (orderId: string): string => `/damage/re-order/${orderId}`;
