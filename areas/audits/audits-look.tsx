import { stateTable } from '@aangan/web/ui/state-look.ts';
import { allocationStates } from './allocation/allocation-words.ts';
import { firstAuditLabels } from './ams-board/first-audit.listing.ts';
import { cycleStates } from './ams-setup/ams-words.ts';
import { cctvStatusLabels } from './cctv/cctv-document.states.ts';
import { generalLabels } from './engine/audit.states.ts';
import { scheduleLabels, visitLabels } from './schedule/visit.states.ts';

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
stateTable('first-audit', {
  UPCOMING: ['neutral', firstAuditLabels.UPCOMING],
  DUE: ['warning', firstAuditLabels.DUE],
  OVERDUE: ['danger', firstAuditLabels.OVERDUE],
});
stateTable('audit', {
  DRAFT: ['neutral', 'Draft'],
  SUBMITTED: ['info', 'To review'],
  RETURNED: ['warning', 'Returned'],
  PUBLISHED: ['success', 'Published'],
  CLOSED: ['success', 'Closed'],
  VOID: ['neutral', 'Void'],
});
stateTable('general-audit', {
  'IN-PROGRESS': ['info', generalLabels['IN-PROGRESS']],
  COMPLETED: ['success', generalLabels.COMPLETED],
  CLOSED: ['success', generalLabels.CLOSED],
});
stateTable('finding', {
  OPEN: ['warning', 'To answer'],
  RETURNED: ['danger', 'Returned'],
  RESPONDED: ['info', 'Answered'],
  VERIFIED: ['info', 'Verified'],
  CLOSED: ['success', 'Closed'],
  WITHDRAWN: ['neutral', 'Withdrawn'],
});
stateTable('ams-schedule', {
  DRAFT: ['neutral', scheduleLabels.DRAFT],
  SUBMITTED: ['info', scheduleLabels.SUBMITTED],
  RETURNED: ['warning', scheduleLabels.RETURNED],
  APPROVED: ['success', scheduleLabels.APPROVED],
  COMPLETED: ['success', scheduleLabels.COMPLETED],
});
stateTable('ams-visit', {
  PLANNED: ['neutral', visitLabels.PLANNED],
  SCHEDULED: ['info', visitLabels.SCHEDULED],
  MOVE_REQUESTED: ['warning', visitLabels.MOVE_REQUESTED],
  IN_PROGRESS: ['info', visitLabels.IN_PROGRESS],
  SUBMITTED: ['info', visitLabels.SUBMITTED],
  COMPLETED: ['success', visitLabels.COMPLETED],
  RESCHEDULED: ['neutral', visitLabels.RESCHEDULED],
  CANCELLED: ['neutral', visitLabels.CANCELLED],
  MISSED: ['danger', visitLabels.MISSED],
});
