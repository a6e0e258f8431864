import { transitions } from '@aangan/contract/states.ts';

/** A published calendar stays published; each change is a further revision (areas/academics.md 3). */
export const calendarStates = transitions({
  DRAFT: { publish: 'PUBLISHED' },
  PUBLISHED: { change: 'PUBLISHED' },
});

export const calendarStateTitles = { DRAFT: 'Draft', PUBLISHED: 'Published' } as const;
