import { serve } from '@aangan/server/handle.ts';
import { registerPaymentPurpose } from '../finance/public.server.ts';
import {
  cancelAdmission,
  changeAdmission,
  getAdmission,
  listAdmissions,
} from './admission/admission.queries.server.ts';
import { confirmAdmission } from './admission/confirm-admission.server.ts';
import {
  countApplications,
  getApplication,
  listApplications,
} from './application/application.queries.server.ts';
import {
  acceptApplication,
  rejectApplication,
  returnApplication,
} from './application/decide-application.server.ts';
import { formFeePurpose } from './application/form-payment.server.ts';
import { issueApplicationLink, resendApplicationLink } from './application/issue-application-link.server.ts';
import { admissions } from './area.ts';
import {
  openPublicForm,
  payPublicForm,
  savePublicForm,
  submitPublicForm,
} from './public-form/public-form.server.ts';

registerPaymentPurpose('FORM_FEE', formFeePurpose);

export const admissionsServer = serve(admissions, [
  listApplications,
  getApplication,
  countApplications,
  issueApplicationLink,
  resendApplicationLink,
  acceptApplication,
  returnApplication,
  rejectApplication,
  openPublicForm,
  savePublicForm,
  submitPublicForm,
  payPublicForm,
  listAdmissions,
  getAdmission,
  changeAdmission,
  cancelAdmission,
  confirmAdmission,
]);
