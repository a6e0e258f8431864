import { transitions } from '@aangan/contract/states.ts';

export const sectionLabels = { DRAFT: 'Draft', PUBLISHED: 'Published', ARCHIVED: 'Archived' } as const;
export type SectionStatus = keyof typeof sectionLabels;
export const sectionStates = transitions({
  DRAFT: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  PUBLISHED: { archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'PUBLISHED', restoreDraft: 'DRAFT' },
});

export const versionLabels = {
  DRAFT: 'Draft',
  IN_REVIEW: 'For approval',
  PUBLISHED: 'Published',
  REJECTED: 'Rejected',
} as const;
export type VersionStatus = keyof typeof versionLabels;
export const versionStates = transitions({
  DRAFT: { submit: 'IN_REVIEW' },
  IN_REVIEW: { recall: 'DRAFT', return: 'DRAFT', approve: 'PUBLISHED', reject: 'REJECTED' },
  PUBLISHED: {},
  REJECTED: {},
});

export const changeKinds = {
  MAJOR: 'Major: everybody reads it again',
  MINOR: 'Minor: nobody is asked again',
} as const;

/** A person and a section on a day; the table of it is the function sop_states of migration 1130. */
export const personStates = {
  CURRENT: 'Acknowledged',
  STALE: 'Changed, to read again',
  OUTSTANDING: 'To read',
  NOT_YET: 'Not in force yet',
  EXEMPT: 'Need not read',
} as const;
export type PersonState = keyof typeof personStates;

export const audienceModels = {
  ALL: 'All centres',
  FOFO: 'Franchise centres',
  COCO: 'Company centres',
} as const;
export const duties = { NONE: 'None', READ: 'May read', ACKNOWLEDGE: 'Must acknowledge' } as const;
export type Duty = keyof typeof duties;
