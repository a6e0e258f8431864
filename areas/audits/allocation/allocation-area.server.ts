export const allocationFiles = [
  ...(await import('./zm-allocation.listing.server.ts')).handlers,
  ...(await import('./am-allocation.listing.server.ts')).handlers,
  await import('./zm-allocation.server.ts'),
  await import('./am-board.server.ts'),
  await import('./am-allocation.server.ts'),
];
