import { stateTable } from '@aangan/web/ui/state-look.ts';
import { staffDocumentTitles } from './document/staff-document.states.ts';
import { leaveTitles } from './leave/leave.states.ts';
import { requestTitles } from './request/attendance-request.states.ts';
import { staffStatusTitles } from './staff/staff.states.ts';

// Tones of the area's states; the words are those of the table of states.
stateTable('staff', {
  PENDING: ['warning', staffStatusTitles.PENDING],
  APPROVED: ['success', staffStatusTitles.APPROVED],
  REJECTED: ['danger', staffStatusTitles.REJECTED],
  SUSPENDED: ['danger', staffStatusTitles.SUSPENDED],
  LEFT: ['neutral', staffStatusTitles.LEFT],
});
stateTable('staff-document', {
  NONE: ['neutral', 'Not added'],
  UPLOADED: ['info', staffDocumentTitles.UPLOADED],
  VERIFIED: ['success', staffDocumentTitles.VERIFIED],
  REJECTED: ['danger', staffDocumentTitles.REJECTED],
  EXPIRED: ['danger', staffDocumentTitles.EXPIRED],
  REPLACED: ['neutral', staffDocumentTitles.REPLACED],
});
stateTable('leave-request', {
  APPLIED: ['info', leaveTitles.APPLIED],
  APPROVED: ['success', leaveTitles.APPROVED],
  REJECTED: ['danger', leaveTitles.REJECTED],
  WITHDRAWN: ['neutral', leaveTitles.WITHDRAWN],
  CANCEL_ASKED: ['warning', leaveTitles.CANCEL_ASKED],
  CANCELLED: ['neutral', leaveTitles.CANCELLED],
});
stateTable('attendance-request', {
  APPLIED: ['info', requestTitles.APPLIED],
  APPROVED: ['success', requestTitles.APPROVED],
  REJECTED: ['danger', requestTitles.REJECTED],
  WITHDRAWN: ['neutral', requestTitles.WITHDRAWN],
});
