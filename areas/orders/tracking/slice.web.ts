export const trackingLoads = {
  '/order-history/kit/order-track/{kitType}/{orderID}/{ShippingReferenceNo?}': () =>
    import('./track-screen.tsx').then((m) => m.TrackScreen),
};
