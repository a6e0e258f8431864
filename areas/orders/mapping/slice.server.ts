export const mappingServer = [
  await import('./decide-mapping.server.ts'),
  await import('./kit-mapping.listing.server.ts'),
  await import('./mapping-import.server.ts'),
  await import('./mapping-queries.server.ts'),
  await import('./save-mapping.server.ts'),
];
