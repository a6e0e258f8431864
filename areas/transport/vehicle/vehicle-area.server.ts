export const vehicleFiles = [
  await import('./vehicle.server.ts'),
  await import('./transport-override.server.ts'),
  await import('./stickers.server.ts'),
  await import('./vehicle-setting.server.ts'),
];
