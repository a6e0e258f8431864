import { modules } from '@aangan/contract/area.ts';

/** Module names of the services area that its present screens use (areas/README §5.1). */
export const servicesModules = modules({
  services: { title: 'Services' },
  ServiceRegistration: { title: 'Service registration' },
  ServiceCategory: { title: 'Service category' },
  ServiceType: { title: 'Service type' },
});
