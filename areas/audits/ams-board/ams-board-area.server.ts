export const amsBoardFiles = [
  await import('./ams-centre.listing.server.ts'),
  await import('./first-audit.listing.server.ts'),
  await import('./todays-visits.server.ts'),
  await import('./ams-dashboard.server.ts'),
];
