import { transitions } from '@aangan/contract/states.ts';

/** Of modules and of assessments. */
export const materialLabels = { DRAFT: 'Draft', PUBLISHED: 'Published', ARCHIVED: 'Archived' } as const;

/** A published module is published anew with what was changed since: the next edition. */
export const moduleStates = transitions({
  DRAFT: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  PUBLISHED: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'DRAFT' },
});

export const itemKinds = { VIDEO: 'Video', DOCUMENT: 'Document', TEXT: 'Text', LINK: 'Link' } as const;
export type ItemKind = keyof typeof itemKinds;

/** The specification's words, to the letter. */
export const assessmentTypes = ['Bridge Course', 'Interractive Worksheet'] as const;
export const questionKinds = {
  SINGLE: 'One right answer',
  MULTIPLE: 'Several right answers',
  TRUE_FALSE: 'True or false',
} as const;
export type QuestionKind = keyof typeof questionKinds;
