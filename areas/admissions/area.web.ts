import { loadScreens } from '@aangan/web/screens.ts';
import { admissionsScreens } from './screens.ts';

export const admissionsWeb = loadScreens(admissionsScreens, {
  '/forms/application': () => import('./application/application-desk.tsx').then((m) => m.ApplicationDesk),
  '/forms/registration': () => import('./registration/registration-desk.tsx').then((m) => m.RegistrationDesk),
  '/forms/registration/list': () =>
    import('./registration/registration-desk.tsx').then((m) => m.RegistrationRegister),
  '/forms/registration-form/{enquiryCode}': () =>
    import('./registration/registration-form.tsx').then((m) => m.RegistrationForm),
  '/forms/registration/edit/{enquiryCode}': () =>
    import('./registration/registration-form.tsx').then((m) => m.RegistrationEdit),
  '/forms/admissionForm/{enquiryCode}': () =>
    import('./admission/admission-wizard.tsx').then((m) => m.AdmissionWizard),
  '/forms/admission': () => import('./admission/admission-desk.tsx').then((m) => m.AdmissionDesk),
  '/forms/admission/list': () => import('./admission/admission-desk.tsx').then((m) => m.AdmissionRegister),
  '/application-form/{refID?}': () =>
    import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  '/registration-form/{refID?}': () =>
    import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  '/admission-form/{refID?}': () =>
    import('./public-form/application-form-page.tsx').then((m) => m.ApplicationFormPage),
  '/registrationConfirmation': () =>
    import('./public-form/confirmation.tsx').then((m) => m.RegistrationConfirmation),
  '/admissionConfirmation': () =>
    import('./public-form/confirmation.tsx').then((m) => m.AdmissionConfirmation),
  '/thankyou': () => import('./public-form/thank-you.tsx').then((m) => m.ThankYou),
});
