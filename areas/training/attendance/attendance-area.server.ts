export const attendanceFiles = [
  await import('./attendance.listing.server.ts'),
  await import('./attendance.server.ts'),
];
