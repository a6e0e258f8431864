import { modules } from '@aangan/contract/area.ts';

/** Module names of the admissions area (areas/README §5.1). */
export const admissionModules = modules({
  registration: { title: 'Applications and registrations' },
  AdmissionForm: { title: 'Admissions' },
  publicApplicationForm: { title: 'Application form of a parent', publicOnly: true },
  publicRegistrationForm: { title: 'Registration form of a parent', publicOnly: true },
  publicAdmissionForm: { title: 'Admission form of a parent', publicOnly: true },
});
