import { trainingModules as m } from '../modules.ts';

export const attendanceScreens = {
  '/trainer-led/mark-attendance/{trainingID}': {
    title: 'Mark attendance',
    module: m.trainingByTrainersMarkAttendance,
    write: true,
  },
  '/trainer-led/attendance-details/{trainingID}': {
    title: 'Attendance',
    module: m.trainingByTrainersMarkAttendance,
  },
} as const;
