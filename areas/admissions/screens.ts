import { openModules } from '@aangan/contract/endpoint.ts';
import { screens } from '@aangan/contract/screens.ts';

export const admissionsScreens = screens('admissions', 'Admissions', {
  '/forms/application': { title: 'Applications', module: 'registration' },
  '/forms/registration': { title: 'Registrations', module: 'registration' },
  '/forms/registration/list': { title: 'Registration list', module: 'registration' },
  '/forms/registration-form/{enquiryCode}': {
    title: 'New registration',
    module: 'registration',
    write: true,
  },
  '/forms/registration/edit/{enquiryCode}': { title: 'Registration', module: 'registration', write: true },
  '/forms/admissionForm/{enquiryCode}': { title: 'Admission form', module: 'AdmissionForm', write: true },
  '/forms/admission': { title: 'Admissions', module: 'AdmissionForm' },
  '/forms/admission/list': { title: 'Admission list', module: 'AdmissionForm' },
  '/application-form/{refID?}': { title: 'Application form', module: openModules.anyone, policy: 'checkout' },
  '/registration-form/{refID?}': {
    title: 'Registration form',
    module: openModules.anyone,
    policy: 'checkout',
  },
  '/admission-form/{refID?}': { title: 'Admission form', module: openModules.anyone, policy: 'checkout' },
  '/registrationConfirmation': { title: 'Registration', module: openModules.anyone },
  '/admissionConfirmation': { title: 'Admission', module: openModules.anyone },
  '/thankyou': { title: 'Thank you', module: openModules.anyone },
});
