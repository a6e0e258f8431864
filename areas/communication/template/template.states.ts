import { transitions } from '@aangan/contract/states.ts';

export const templateStates = transitions({
  DRAFT: { submit: 'SUBMITTED', retire: 'RETIRED' },
  SUBMITTED: { activate: 'ACTIVE', return: 'DRAFT' },
  ACTIVE: { edit: 'DRAFT', pause: 'PAUSED', retire: 'RETIRED' },
  PAUSED: { resume: 'ACTIVE', edit: 'DRAFT', retire: 'RETIRED' },
  RETIRED: {},
});

export const templateLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'Waits to be activated',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  RETIRED: 'Retired',
} as const;
export type TemplateStatus = keyof typeof templateLabels;

// The specification's values, to the letter.
export const userTypes = { ALL: 'ALL', PARENT: 'PARENT', STAFF: 'STAFF' } as const;
export const templateTypes = { EMAIL: 'EMAIL', SMS: 'SMS' } as const;
export const pages = { SEND_SMS: 'SEND_SMS', SEND_EMAIL: 'SEND_EMAIL' } as const;
export const categories = {
  TRANSACTIONAL: 'Transactional',
  SERVICE_IMPLICIT: 'Service implicit',
  SERVICE_EXPLICIT: 'Service explicit',
  PROMOTIONAL: 'Promotional',
} as const;
export type Category = keyof typeof categories;
