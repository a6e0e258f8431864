import { stateTable } from '@aangan/web/ui/state-look.ts';
import '../vehicle/transport-look.tsx';
import { documentStatusLabels, personStatusLabels, vendorStatusLabels } from './escort.states.ts';
import { postingStates } from './vehicle-staff.listing.ts';

stateTable('escort-vendor', {
  PENDING: ['warning', vendorStatusLabels.PENDING],
  VERIFIED: ['success', vendorStatusLabels.VERIFIED],
  SUSPENDED: ['danger', vendorStatusLabels.SUSPENDED],
  CLOSED: ['neutral', vendorStatusLabels.CLOSED],
});
stateTable('escort-person', {
  PENDING: ['warning', personStatusLabels.PENDING],
  VERIFIED: ['success', personStatusLabels.VERIFIED],
  SUSPENDED: ['danger', personStatusLabels.SUSPENDED],
  LEFT: ['neutral', personStatusLabels.LEFT],
});
stateTable('escort-document', {
  SUBMITTED: ['warning', documentStatusLabels.SUBMITTED],
  VERIFIED: ['success', documentStatusLabels.VERIFIED],
  REJECTED: ['danger', documentStatusLabels.REJECTED],
  MISSING: ['danger', 'Not recorded'],
  EXPIRED: ['danger', 'Expired'],
});
stateTable('vehicle-posting', {
  RUNNING: ['success', postingStates.RUNNING],
  COMING: ['info', postingStates.COMING],
  ENDED: ['neutral', postingStates.ENDED],
});

export const VENDORS = '/transport/vendors';
export const vendorPath = (id: string, part: 'view' | 'edit' | 'documents' | 'logs'): string =>
  `${VENDORS}/${id}/${part}`;
/** Names whose answers are read again after a change. */
export const REFRESH = ['escort-vendor', 'escort-person', 'escort-document', 'vehicle-staff'];
