import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('franchisee', {
  LEAD: ['neutral', 'Lead'],
  SIGNED: ['info', 'Signed'],
  SETUP: ['info', 'In set-up'],
  ACTIVE: ['success', 'Active'],
  SUSPENDED: ['danger', 'Suspended'],
  CLOSED: ['neutral', 'Closed'],
});

stateTable('user', {
  INVITED: ['info', 'Invited'],
  ACTIVE: ['success', 'Active'],
  SUSPENDED: ['warning', 'Paused'],
  DISABLED: ['neutral', 'Switched off'],
});

stateTable('agreement', {
  DRAFT: ['neutral', 'Not signed'],
  ACTIVE: ['success', 'Running'],
  EXPIRED: ['warning', 'Ended'],
  TERMINATED: ['danger', 'Terminated'],
});

stateTable('checklist', {
  OPEN: ['warning', 'Open'],
  DONE: ['success', 'Done'],
  WAIVED: ['neutral', 'Waived'],
});

export const franchiseeLook = 'franchisee';
export const userLook = 'user';
export const agreementLook = 'agreement';
export const checklistLook = 'checklist';

/** A centre's state as a point of a map. */
export const statusTone = {
  LEAD: 'neutral',
  SIGNED: 'info',
  SETUP: 'info',
  ACTIVE: 'success',
  SUSPENDED: 'danger',
  CLOSED: 'neutral',
} as const;

/** How near a day is: past, within 30 and 90 days, or far. */
export const toneOfDays = (days: number): 'danger' | 'warning' | 'neutral' =>
  days < 30 ? 'danger' : days <= 90 ? 'warning' : 'neutral';
