import { area, message } from '@aangan/contract/area.ts';
import { admissionContract } from './admission/admission.contract.ts';
import { applicationContract } from './application/application.contract.ts';
import { admissionModules } from './modules.ts';
import { publicFormContract } from './public-form/public-form.contract.ts';

const toFamily = {
  category: 'TRANSACTIONAL',
  urgency: 'ROUTINE',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
} as const;

export const admissions = area({
  name: 'admissions',
  title: 'Admissions',
  modules: admissionModules.$info,
  contracts: [applicationContract, admissionContract, publicFormContract],
  menu: [
    {
      label: 'Applications',
      path: '/forms/application',
      module: admissionModules.registration,
      group: 'Enquiries',
      order: 40,
    },
    {
      label: 'Admissions',
      path: '/forms/admission',
      module: admissionModules.AdmissionForm,
      group: 'Enquiries',
      order: 50,
    },
    {
      label: 'Admission register',
      path: '/forms/admission/list',
      module: admissionModules.AdmissionForm,
      group: 'Enquiries',
      order: 51,
    },
  ],
  messages: [
    message({
      key: 'admissions.application-link',
      ...toFamily,
      urgency: 'NOW',
      audience: 'CONTACT',
      variables: ['parent', 'child', 'date', 'link'],
      subject: 'Application form of {child}',
      en: 'Dear {parent}, the application form of {child} is ready: {link} Valid until {date}.',
      hi: 'नमस्ते {parent}, {child} का आवेदन पत्र तैयार है: {link} {date} तक मान्य।',
    }),
    message({
      key: 'admissions.admitted',
      ...toFamily,
      audience: 'FAMILY',
      variables: ['child', 'class', 'centre', 'date', 'no'],
      subject: '{child} is admitted',
      en: 'Welcome! {child} is admitted to {class} at {centre} from {date}. Admission no. {no}.',
      hi: 'स्वागत है! {child} का {centre} में {class} के लिए {date} से प्रवेश हो गया है। प्रवेश संख्या {no}।',
    }),
  ],
  personalData: [
    {
      table: 'applicant',
      subject: 'APPLICANT',
      columns: ['child_name', 'call_name', 'parent_name', 'primary_mobile', 'email', 'answers'],
      on: 'erase',
      basis: 'application',
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
