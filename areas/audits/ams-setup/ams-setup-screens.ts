import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

const setUp = { module: m.AMSConfiguration, write: true } as const;

export const amsSetupScreens = {
  '/amsv1/roleConfiguration': { title: 'AMS roles', ...setUp },
  '/amsv1/uploadHoliday': { title: 'AMS holidays', ...setUp },
  '/amsv1/amsConfiguration': { title: 'AMS settings', ...setUp },
  '/amsv1/cycleConfiguration': { title: 'Audit cycles', ...setUp },
  '/amsv1/centerCategory': { title: 'Centre categories', module: [m.AMSAllocation, m.AMSDashboard] },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
