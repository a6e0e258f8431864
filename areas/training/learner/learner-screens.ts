import { trainingModules as m } from '../modules.ts';

export const learnerScreens = {
  '/self-training': { title: 'Self-training', module: m.selfTraining },
} as const;
