import { transitions } from '@aangan/contract/states.ts';

export const dynamicModuleStates = transitions({
  DRAFT: { publish: 'LIVE' },
  LIVE: { retire: 'RETIRED' },
  RETIRED: { publish: 'LIVE' },
});
