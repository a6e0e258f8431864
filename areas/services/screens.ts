import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { servicesModules as m } from './modules.ts';

export const servicesScreens = screens(
  'services',
  'Services',
  {
    '/services/list': { title: 'Services', module: [m.services, m.ServiceType] },
    '/forms/service-enquiry/dashboard': { title: 'Service enquiry dashboard', module: m.ServiceRegistration },
    '/forms/service-enquiry/list': { title: 'Service enquiry list', module: m.ServiceRegistration },
    '/services/enquiries': { title: 'Services of children', module: m.ServiceRegistration },
    '/services/enquiries/add': { title: 'New service enquiry', module: m.ServiceRegistration, write: true },
    '/services/enquiries/edit/{enquiryCodeProp}': {
      title: 'Service enquiry',
      module: m.ServiceRegistration,
      write: true,
    },
  },
  recordScreens(serviceCategory),
);
