export const dayFiles = [
  await import('./day.server.ts'),
  await import('./day.listing.server.ts'),
  await import('./preview.server.ts'),
  await import('./review.server.ts'),
  await import('./week.server.ts'),
];
