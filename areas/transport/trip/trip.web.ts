export const tripLoads = {
  '/transport/routes': () => import('./trips.tsx').then((s) => s.Trips),
  '/transport/vehicle-actual-route': () => import('./actual-routes.tsx').then((s) => s.ActualRoutes),
  '/transport/stundent-Destination-Log-Details': () =>
    import('./destination-logs.tsx').then((s) => s.DestinationLogs),
} as const;
