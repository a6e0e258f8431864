import { stateTable } from '@aangan/web/ui/status-tag.tsx';

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
  DISABLED: ['neutral', 'Switched off'],
});

export const franchiseeLook = 'franchisee';
export const userLook = 'user';
