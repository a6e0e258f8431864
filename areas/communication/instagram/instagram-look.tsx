import { stateTable } from '@aangan/web/ui/state-look.ts';
import { postLabels } from './instagram.states.ts';

const looks = {
  DRAFT: ['neutral', postLabels.DRAFT],
  WAITING_APPROVAL: ['warning', postLabels.WAITING_APPROVAL],
  SCHEDULED: ['info', postLabels.SCHEDULED],
  DUE: ['warning', postLabels.DUE],
  PUBLISHED: ['success', postLabels.PUBLISHED],
  BLOCKED: ['danger', postLabels.BLOCKED],
  REMOVAL_NEEDED: ['danger', postLabels.REMOVAL_NEEDED],
  REMOVED: ['neutral', postLabels.REMOVED],
  CANCELLED: ['neutral', postLabels.CANCELLED],
} as const;
for (const name of ['instagram-post', 'instagram']) stateTable(name, looks);
