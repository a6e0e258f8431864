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
/** MESH is a room of our own, from browser to browser; how many it carries stands in meeting/room-rules.ts. */
export const providers = { MESH: 'Own room', LINK: 'A link of another service' } as const;
export const trainerKinds = ['Organizer', 'Moderator', 'Expert'] as const;
