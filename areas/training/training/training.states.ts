import { transitions } from '@aangan/contract/states.ts';

/** The specification's words, to the letter. */
export const trainingLabels = {
  ACTIVE: 'ACTIVE',
  'IN PROGRESS': 'IN PROGRESS',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
} as const;

export const trainingStates = transitions({
  ACTIVE: { start: 'IN PROGRESS', cancel: 'CANCELLED' },
  'IN PROGRESS': { complete: 'COMPLETED', cancel: 'CANCELLED' },
  COMPLETED: {},
  CANCELLED: {},
});

export const modes = { ONLINE: 'Online', CLASSROOM: 'Classroom', HYBRID: 'Online and classroom' } as const;
/** What a plan may choose. MESH, a room of our own, is known to the table and offered once such a room stands. */
export const providers = { LINK: 'A link of another service' } as const;
export const trainerKinds = ['Organizer', 'Moderator', 'Expert'] as const;
