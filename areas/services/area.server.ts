import { serve } from '@aangan/server/endpoint/handle.ts';
import { services } from './area.ts';

export const servicesServer = serve(services, [
  await import('./offering/fare-slab.server.ts'),
  await import('./offering/save-offering.server.ts'),
  await import('./offering/service-offering.listing.server.ts'),
]);
