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
export const providers = { MESH: 'Own meeting room', LINK: 'A link of another service' } as const;
export const trainerKinds = ['Organizer', 'Moderator', 'Expert'] as const;

/** Most people in the own room when only the host is seen. */
export const MESH_MOST = 24;
