import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the states of services, declared once for every list and screen.
stateTable('service-offering', { OPEN: ['success', 'Open'], CLOSED: ['neutral', 'Closed'] });
const assignment = {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for approval'],
  HELD: ['info', 'Seat held'],
  ACTIVE: ['success', 'Active'],
  ENDED: ['neutral', 'Ended'],
  CANCELLED: ['neutral', 'Cancelled'],
} as const;
stateTable('service-assignment', assignment);
stateTable('service-approval', assignment);
stateTable('service-pause', {
  AWAY: ['warning', 'Paused'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['neutral', 'Rejected'],
  ENDED: ['neutral', 'Ended early'],
});
stateTable('service-enquiry', {
  NEW: ['info', 'New'],
  CONTACTED: ['info', 'Contacted'],
  WAITLISTED: ['warning', 'Wait list'],
  ASSIGNED: ['info', 'Plan chosen'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  ACTIVE: ['success', 'Active'],
  ENDED: ['neutral', 'Ended'],
  LOST: ['neutral', 'Lost'],
});
