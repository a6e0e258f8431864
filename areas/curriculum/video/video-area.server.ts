export const videoFiles = [
  await import('./play.server.ts'),
  await import('./share.server.ts'),
  await import('./video.listing.server.ts'),
  await import('./video.server.ts'),
];
