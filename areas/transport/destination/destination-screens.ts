import { transportModules as m } from '../modules.ts';

/** Where each child is brought; where vehicles go is a record's screen. */
export const destinationScreenList = {
  '/transport/stundent-destination-assignment': {
    module: m.ESCORT_DIGITAL_ID,
    centre: true,
    title: 'Student destinations',
  },
} as const;
