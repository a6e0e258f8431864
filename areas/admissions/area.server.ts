import { serve } from '@aangan/server/endpoint/handle.ts';
import { registerPaymentPurpose } from '../finance/public.server.ts';
import { admissionEffects } from './admission/suspension.server.ts';
import { expireForms, lapseHolds } from './admission-jobs.server.ts';
import { formFeePurpose } from './application/form-payment.server.ts';
import { admissions } from './area.ts';
import { deskExports, exportAdmissions, exportRegistrations } from './form/desk-exports.server.ts';
import { admissionHomeCards } from './home-cards.server.ts';
import { remindForms } from './remind-forms.server.ts';

registerPaymentPurpose('FORM_FEE', formFeePurpose);

export const admissionsServer = serve(
  admissions,
  [
    await import('./admission/admission.queries.server.ts'),
    await import('./admission/confirm-admission.server.ts'),
    await import('./admission/open-admission.server.ts'),
    await import('./application/application.queries.server.ts'),
    await import('./application/decide-application.server.ts'),
    await import('./application/issue-application-link.server.ts'),
    await import('./exception/exceptions.server.ts'),
    { exportAdmissions, exportRegistrations },
    await import('./form/staff-form.server.ts'),
    await import('./public-form/public-form.server.ts'),
    await import('./registration/open-registration.server.ts'),
    await import('./registration/registration.queries.server.ts'),
    await import('./registration/verify-registration.server.ts'),
    await import('./seat/seats.queries.server.ts'),
    await import('./setting/settings.handlers.server.ts'),
  ],
  {
    exports: deskExports,
    homeCards: admissionHomeCards,
    suspensionEffects: admissionEffects,
    jobs: [expireForms, lapseHolds, remindForms],
  },
);
