import { area } from '@aangan/contract/area.ts';
import { admissionContract } from './admission/admission.contract.ts';
import { applicationContract } from './application/application.contract.ts';
import { exceptionContract } from './exception/exception.contract.ts';
import { formContract } from './form/form.contract.ts';
import { admissionMessages } from './messages.ts';
import { admissionModules } from './modules.ts';
import { publicFormContract } from './public-form/public-form.contract.ts';
import { registrationContract } from './registration/registration.contract.ts';
import { admissionsScreens } from './screens.ts';
import { seatContract } from './seat/seat.contract.ts';
import { admissionSettingContract, ageRuleContract } from './setting/setting.contract.ts';

export const admissions = area({
  ...admissionsScreens,
  modules: admissionModules.$info,
  contracts: [
    applicationContract,
    registrationContract,
    admissionContract,
    formContract,
    exceptionContract,
    seatContract,
    admissionSettingContract,
    ageRuleContract,
    publicFormContract,
  ],
  messages: admissionMessages,
  personalData: [
    {
      table: 'applicant',
      subject: 'APPLICANT',
      columns: [
        'child_name',
        'call_name',
        'parent_name',
        'primary_mobile',
        'email',
        'answers',
        'answers_secret',
        'answer_marks',
      ],
      on: 'erase',
      basis: 'application',
    },
    {
      table: 'applicant_document',
      subject: 'APPLICANT',
      columns: ['file_id', 'file_name', 'doc_no_last4'],
      on: 'erase',
      basis: 'documents of an application',
    },
    {
      table: 'correction_item',
      subject: 'APPLICANT',
      columns: ['message', 'note'],
      on: 'erase',
      basis: 'what a form was to be corrected in',
    },
    {
      table: 'submission',
      subject: 'APPLICANT',
      columns: ['sealed', 'declared_name', 'user_agent'],
      on: 'keep',
      basis: 'proof of what was handed in; sealed',
    },
  ],
});
