export const routeFiles = [
  await import('./bus-routes.server.ts'),
  await import('./save-bus-route.server.ts'),
  await import('./bus-stop.server.ts'),
];
