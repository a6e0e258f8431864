import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';

export const admissionsScreens = screens('admissions', 'Admissions', [
  screen({
    path: '/forms/application',
    title: 'Applications',
    module: 'registration',
    load: () => import('./application/application-desk.tsx').then((m) => m.ApplicationDesk),
  }),
  screen({
    path: '/forms/admission',
    title: 'Admissions',
    module: 'AdmissionForm',
    load: () => import('./admission/admission-desk.tsx').then((m) => m.AdmissionDesk),
  }),
  screen({
    path: '/forms/admission/list',
    title: 'Admission register',
    module: 'AdmissionForm',
    load: () => import('./admission/admission-desk.tsx').then((m) => m.AdmissionRegister),
  }),
  screen({
    path: '/application-form/{refID?}',
    title: 'Application form',
    module: openModules.anyone,
    load: () => import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  }),
  screen({
    path: '/thankyou',
    title: 'Thank you',
    module: openModules.anyone,
    load: () => import('./public-form/thank-you.tsx').then((m) => m.ThankYou),
  }),
]);
