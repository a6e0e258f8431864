import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';
import {
  admissionFormPage,
  applicationFormPage,
  registrationFormPage,
} from './public-form/checkout-pages.ts';

export const admissionsScreens = screens('admissions', 'Admissions', [
  screen({
    path: '/forms/application',
    title: 'Applications',
    module: 'registration',
    load: () => import('./application/application-desk.tsx').then((m) => m.ApplicationDesk),
  }),
  screen({
    path: '/forms/registration',
    title: 'Registrations',
    module: 'registration',
    load: () => import('./registration/registration-desk.tsx').then((m) => m.RegistrationDesk),
  }),
  screen({
    path: '/forms/registration/list',
    title: 'Registration register',
    module: 'registration',
    load: () => import('./registration/registration-desk.tsx').then((m) => m.RegistrationRegister),
  }),
  screen({
    path: '/forms/registration-form/{enquiryCode}',
    title: 'New registration',
    module: 'registration',
    write: true,
    load: () => import('./registration/registration-form.tsx').then((m) => m.RegistrationForm),
  }),
  screen({
    path: '/forms/registration/edit/{enquiryCode}',
    title: 'Registration',
    module: 'registration',
    write: true,
    load: () => import('./registration/registration-form.tsx').then((m) => m.RegistrationEdit),
  }),
  screen({
    path: '/forms/admissionForm/{enquiryCode}',
    title: 'Admission form',
    module: 'AdmissionForm',
    write: true,
    load: () => import('./admission/admission-wizard.tsx').then((m) => m.AdmissionWizard),
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
    ...applicationFormPage,
    title: 'Application form',
    module: openModules.anyone,
    load: () => import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  }),
  screen({
    ...registrationFormPage,
    title: 'Registration form',
    module: openModules.anyone,
    load: () => import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  }),
  screen({
    ...admissionFormPage,
    title: 'Admission form',
    module: openModules.anyone,
    load: () => import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  }),
  screen({
    path: '/registrationConfirmation',
    title: 'Registration',
    module: openModules.anyone,
    load: () => import('./public-form/confirmation.tsx').then((m) => m.RegistrationConfirmation),
  }),
  screen({
    path: '/admissionConfirmation',
    title: 'Admission',
    module: openModules.anyone,
    load: () => import('./public-form/confirmation.tsx').then((m) => m.AdmissionConfirmation),
  }),
  screen({
    path: '/thankyou',
    title: 'Thank you',
    module: openModules.anyone,
    load: () => import('./public-form/thank-you.tsx').then((m) => m.ThankYou),
  }),
]);
