// Every handler of the area in one list; area.server.ts joins it to the contracts.
import type { Handler } from '@aangan/server/endpoint/handle.ts';
import {
  admissionOfEnquiry,
  cancelAdmission,
  changeAdmission,
  getAdmission,
  listAdmissions,
} from './admission/admission.queries.server.ts';
import { confirmAdmission, rehearseAdmission } from './admission/confirm-admission.server.ts';
import { openAdmissionForm, returnAdmission } from './admission/open-admission.server.ts';
import {
  countApplications,
  getApplication,
  listApplications,
} from './application/application.queries.server.ts';
import {
  acceptApplication,
  rejectApplication,
  reopenApplication,
  returnApplication,
  waitlistApplication,
  withdrawApplication,
} from './application/decide-application.server.ts';
import { issueApplicationLink, resendApplicationLink } from './application/issue-application-link.server.ts';
import { askException, decideException, listExceptions } from './exception/exceptions.server.ts';
import {
  addStaffDocument,
  answerStaffItem,
  openStaffForm,
  rejectDocument,
  saveStaffForm,
  staffFormPdf,
  submitStaffForm,
  verifyDocument,
} from './form/staff-form.server.ts';
import {
  addPublicDocument,
  answerOffer,
  answerPublicItem,
  openPublicForm,
  payPublicForm,
  publicFormPdf,
  removePublicDocument,
  savePublicForm,
  submitPublicForm,
  withdrawPublicForm,
} from './public-form/public-form.server.ts';
import { openRegistrationForm, resendRegistrationLink } from './registration/open-registration.server.ts';
import {
  countRegistrations,
  getRegistration,
  listRegistrations,
  registrationOfEnquiry,
} from './registration/registration.queries.server.ts';
import {
  cancelRegistration,
  renewHold,
  returnRegistration,
  verifyRegistration,
} from './registration/verify-registration.server.ts';

import { listSeats, setSeats } from './seat/seats.queries.server.ts';
import { getSettings, listAgeRules, saveAgeRule, saveSettings } from './setting/settings.handlers.server.ts';

export const admissionHandlers: readonly Handler[] = [
  listApplications,
  getApplication,
  countApplications,
  issueApplicationLink,
  resendApplicationLink,
  acceptApplication,
  returnApplication,
  rejectApplication,
  waitlistApplication,
  withdrawApplication,
  reopenApplication,
  listRegistrations,
  countRegistrations,
  getRegistration,
  registrationOfEnquiry,
  openRegistrationForm,
  resendRegistrationLink,
  verifyRegistration,
  returnRegistration,
  renewHold,
  cancelRegistration,
  openPublicForm,
  savePublicForm,
  submitPublicForm,
  publicFormPdf,
  staffFormPdf,
  answerPublicItem,
  answerStaffItem,
  payPublicForm,
  addPublicDocument,
  removePublicDocument,
  withdrawPublicForm,
  answerOffer,
  openStaffForm,
  saveStaffForm,
  submitStaffForm,
  addStaffDocument,
  verifyDocument,
  rejectDocument,
  listExceptions,
  askException,
  decideException,
  listSeats,
  setSeats,
  getSettings,
  saveSettings,
  listAgeRules,
  saveAgeRule,
  listAdmissions,
  getAdmission,
  changeAdmission,
  cancelAdmission,
  confirmAdmission,
  rehearseAdmission,
  openAdmissionForm,
  admissionOfEnquiry,
  returnAdmission,
];
