import { stateTable } from '@aangan/web/ui/state-look.ts';
import { allocationStates } from './allocation/allocation-words.ts';
import { cycleStates } from './ams-setup/ams-words.ts';
import { cctvStatusLabels } from './cctv/cctv-document.states.ts';

// Tones of the area's states; the words are those of the table of states.
stateTable('cctv-document', {
  NONE: ['neutral', 'Missing'],
  SUBMITTED: ['info', cctvStatusLabels.SUBMITTED],
  VERIFIED: ['success', cctvStatusLabels.VERIFIED],
  REJECTED: ['danger', cctvStatusLabels.REJECTED],
  EXPIRED: ['danger', 'Ended'],
});

stateTable('centre-category', {
  NEW: ['neutral', 'New'],
  A: ['success', 'A'],
  B: ['info', 'B'],
  C: ['warning', 'C'],
  D: ['danger', 'D'],
});
stateTable('ams-cycle', {
  DRAFT: ['neutral', cycleStates.DRAFT],
  ACTIVE: ['success', cycleStates.ACTIVE],
  CLOSED: ['neutral', cycleStates.CLOSED],
});
stateTable('ams-allocation', {
  CURRENT: ['success', allocationStates.CURRENT],
  COMING: ['info', allocationStates.COMING],
  ENDED: ['neutral', allocationStates.ENDED],
});
