export const catalogueServer = [
  await import('./product-import.server.ts'),
  await import('./save-product.server.ts'),
  await import('../margin/decide-margin.server.ts'),
  await import('../margin/margin.listing.server.ts'),
  await import('../margin/request-margin.server.ts'),
];
