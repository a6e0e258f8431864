import { openModules } from '@aangan/contract/endpoint.ts';
import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { APPROVE_PLAN, APPROVE_SERVICE_CONCESSION, servicesModules as m } from './modules.ts';

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
    '/services/enquiries/assign/{enquiryID}/{isTransport?}': {
      title: 'Assign a service',
      module: m.ServiceRegistration,
      write: true,
    },
    '/services/approve-plan': {
      title: 'Approve service plans',
      module: [APPROVE_PLAN, APPROVE_SERVICE_CONCESSION],
    },
    '/services/approve-plan/{enquiryID}': {
      title: 'Service of a child',
      module: [APPROVE_PLAN, APPROVE_SERVICE_CONCESSION],
    },
    '/services/plan-details/{enquiryID}/{planID}': { title: 'Service plan', module: m.services },
    '/services/assigned-services/{franchiseeID}/{academicYearID}/{enquiryID}': {
      title: 'Services of a child',
      module: m.services,
    },
    '/services/service-payments/{referenceID}/{planID}': {
      title: 'Payments of a service',
      module: [m.services, 'studentAccount'],
    },
    '/services/service-plan-payment/{enquiryID}/{planID}': {
      title: 'Payment for a service',
      module: m.services,
      level: 'offlinePayment',
      write: true,
    },
    '/service-payments/{referenceID}': {
      title: 'Fees of a service',
      module: openModules.anyone,
      policy: 'checkout',
    },
  },
  recordScreens(serviceCategory),
);
