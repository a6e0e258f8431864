export const responseFiles = [
  await import('./guest.server.ts'),
  await import('./meeting-info.server.ts'),
  await import('./mine.server.ts'),
  await import('./respond.server.ts'),
];
