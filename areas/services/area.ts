import { area } from '@aangan/contract/area.ts';
import { service } from './catalogue/service.record.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { servicesModules } from './modules.ts';
import { serviceOfferingContract } from './offering/service-offering.contract.ts';
import { serviceOfferings } from './offering/service-offering.listing.ts';
import { servicesScreens } from './screens.ts';

export const services = area({
  ...servicesScreens,
  modules: servicesModules.$info,
  records: [serviceCategory, service],
  contracts: [serviceOfferings.endpoints, serviceOfferingContract],
});
