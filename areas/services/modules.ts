import { modules } from '@aangan/contract/area.ts';

/** Module names of the services area that its present screens use (areas/README §5.1). */
export const servicesModules = modules({
  services: { title: 'Services' },
  ServiceRegistration: { title: 'Service registration' },
  ServiceCategory: { title: 'Service category' },
  ServiceType: { title: 'Service type' },
});

/** Modules of finance that decide on service plans and their concessions (areas/README decision 39). */
export const APPROVE_PLAN = 'ApproveFeePlan';
export const APPROVE_SERVICE_CONCESSION = 'approveServiceConcession';
