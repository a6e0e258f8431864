import { trainingModules as m } from '../modules.ts';

export const performanceScreens = {
  '/self-training/teacher-performance': { title: 'Teacher performance', module: m.teacherPerformance },
  // The own record is everybody's who learns.
  '/self-training/teacher-performance-record/{staffID}': {
    title: 'Training record',
    module: [m.teacherPerformance, m.selfTraining],
  },
} as const;
