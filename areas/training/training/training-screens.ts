import { trainingModules as m } from '../modules.ts';

export const trainingScreenList = {
  '/trainer-led': { title: 'Trainings', module: m.trainingByTrainers },
  '/trainer-led/new-training': { title: 'New training', module: m.trainingByTrainersCreate, write: true },
  '/trainer-led/edit-training/{id}': { title: 'Training', module: m.trainingByTrainersCreate, write: true },
  '/trainer-led/all-trainings': {
    title: 'All trainings',
    module: [m.trainingByTrainersCreate, m.trainingByTrainersMarkAttendance, m.trainingByTrainersReport],
  },
} as const;
