import type { PolicyPage } from '@aangan/contract/page-policy.ts';

// The link says which form opens, whatever path it stands in; the provider's checkout takes the form's fee on it.
export const applicationFormPage: PolicyPage = { path: '/application-form/{refID?}', policy: 'checkout' };
export const registrationFormPage: PolicyPage = { path: '/registration-form/{refID?}', policy: 'checkout' };
export const admissionFormPage: PolicyPage = { path: '/admission-form/{refID?}', policy: 'checkout' };
