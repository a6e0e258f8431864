import { transitions } from '@aangan/contract/states.ts';

export const cardLabels = { PUBLISHED: 'Published', SUPERSEDED: 'Replaced', WITHDRAWN: 'Withdrawn' } as const;

export const cardStates = transitions({
  PUBLISHED: { supersede: 'SUPERSEDED', withdraw: 'WITHDRAWN' },
  SUPERSEDED: {},
  WITHDRAWN: {},
});
