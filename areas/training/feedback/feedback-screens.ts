import { trainingModules as m } from '../modules.ts';

export const feedbackScreens = {
  '/trainer-led/trainer-feedback/{trainingID}': {
    title: 'Feedback',
    module: m.trainingByTrainers,
    write: true,
  },
  '/trainer-led/trainer-feedback-report': { title: 'Trainer feedback', module: m.trainingByTrainersReport },
  '/trainer-led/indiviual-trainer-feedback-report/{trainingID}/{trainerID}': {
    title: 'Feedback on a trainer',
    module: [m.trainingByTrainersReport, m.trainingByTrainers],
  },
} as const;
