import { trainingModules as m } from '../modules.ts';

export const seatScreens = {
  '/trainer-led/register-staff/{trainingID}': {
    title: 'Register staff',
    module: m.trainingRegisterStaff,
    write: true,
  },
  '/trainer-led/registration-details/{id}': { title: 'Registrations', module: m.trainingByTrainersCreate },
} as const;
