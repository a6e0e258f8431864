import { serve } from '@aangan/server/endpoint/handle.ts';
import { registerPaymentPurpose } from '../finance/public.server.ts';
import { admissionEffects } from './admission/suspension.server.ts';
import { expireForms, lapseHolds } from './admission-jobs.server.ts';
import { formFeePurpose } from './application/form-payment.server.ts';
import { admissions } from './area.ts';
import { admissionHandlers } from './handlers.server.ts';
import { admissionHomeCards } from './home-cards.server.ts';
import { remindForms } from './remind-forms.server.ts';

registerPaymentPurpose('FORM_FEE', formFeePurpose);

export const admissionsServer = serve(admissions, admissionHandlers, {
  homeCards: admissionHomeCards,
  suspensionEffects: admissionEffects,
  jobs: [expireForms, lapseHolds, remindForms],
});
