import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { servicesScreens } from './screens.ts';

export const servicesWeb = loadScreens(
  servicesScreens,
  {
    '/services/list': () => import('./catalogue/services-screen.tsx').then((m) => m.ServicesScreen),
    '/forms/service-enquiry/dashboard': () =>
      import('./enquiry/services-dashboard.tsx').then((m) => m.ServicesDashboard),
    '/forms/service-enquiry/list': () => import('./enquiry/enquiry-list.tsx').then((m) => m.SalesList),
    '/services/enquiries': () => import('./enquiry/enquiry-list.tsx').then((m) => m.WorkList),
    '/services/enquiries/add': () => import('./enquiry/add-enquiry.tsx').then((m) => m.AddEnquiry),
    '/services/enquiries/edit/{enquiryCodeProp}': () =>
      import('./enquiry/edit-enquiry.tsx').then((m) => m.EditEnquiry),
    '/services/enquiries/assign/{enquiryID}/{isTransport?}': () =>
      import('./assignment/assign-screen.tsx').then((m) => m.AssignService),
    '/services/approve-plan': () => import('./assignment/approve-list.tsx').then((m) => m.ApproveServices),
    '/services/approve-plan/{enquiryID}': () =>
      import('./assignment/approve-service.tsx').then((m) => m.ApproveService),
    '/services/plan-details/{enquiryID}/{planID}': () =>
      import('./assignment/plan-details.tsx').then((m) => m.ServicePlanDetails),
    '/services/assigned-services/{franchiseeID}/{academicYearID}/{enquiryID}': () =>
      import('./assigned/assigned-services.tsx').then((m) => m.AssignedServices),
    '/services/service-payments/{referenceID}/{planID}': () =>
      import('./payment/service-payments.tsx').then((m) => m.ServicePayments),
    '/services/service-plan-payment/{enquiryID}/{planID}': () =>
      import('./payment/take-service-payment.tsx').then((m) => m.TakeServicePayment),
    '/service-payments/{referenceID}': () =>
      import('../finance/public.web.tsx').then((m) => m.PublicPaymentPage),
  },
  [
    recordLoads(serviceCategory, {
      list: () => import('./catalogue/categories.tsx').then((m) => m.Categories),
    }),
  ],
);
