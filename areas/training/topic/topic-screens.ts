import { trainingModules as m } from '../modules.ts';

export const topicScreens = {
  '/self-training/view-teacher-training-topic/{trainingTopicID}': {
    title: 'Training topic',
    module: [m.teacherTrainingTopic, m.selfTraining],
  },
} as const;
