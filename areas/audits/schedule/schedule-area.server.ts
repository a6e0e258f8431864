export const scheduleFiles = [
  await import('./approve-schedule.server.ts'),
  await import('./month.server.ts'),
  await import('./plan-month.server.ts'),
];
