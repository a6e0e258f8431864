import { transitions } from '@aangan/contract/states.ts';

export const vehicleStatusLabels = {
  ACTIVE: 'In use',
  MAINTENANCE: 'In maintenance',
  INACTIVE: 'Not in use',
  RETIRED: 'Retired',
} as const;

export const vehicleStates = transitions({
  ACTIVE: { maintain: 'MAINTENANCE', deactivate: 'INACTIVE', retire: 'RETIRED' },
  MAINTENANCE: { activate: 'ACTIVE', deactivate: 'INACTIVE', retire: 'RETIRED' },
  INACTIVE: { activate: 'ACTIVE', retire: 'RETIRED' },
  RETIRED: {},
});

export const vehicleActions = {
  maintain: 'Send to maintenance',
  activate: 'Put into use',
  deactivate: 'Take out of use',
  retire: 'Retire',
} as const;
