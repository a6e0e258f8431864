export const planFiles = [
  await import('./plan.server.ts'),
  await import('./plan-steps.server.ts'),
  await import('./window.server.ts'),
];
