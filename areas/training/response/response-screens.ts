import { openModules } from '@aangan/contract/endpoint.ts';
import { trainingModules as m } from '../modules.ts';

export const responseScreens = {
  '/trainer-led/join/{referenceID}': { title: 'Meeting', module: m.trainingByTrainers },
  '/teacher-training/{referenceID}': { title: 'Training', module: openModules.anyone },
} as const;
