export const amsSetupFiles = [
  await import('./ams-role.server.ts'),
  await import('./ams-setting.server.ts'),
  await import('./ams-cycle.server.ts'),
  ...(await import('./centre-category.listing.server.ts')).handlers,
  await import('./centre-category-commands.server.ts'),
];
