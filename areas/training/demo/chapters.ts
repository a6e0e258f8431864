import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeOnlineClasses } from './online-classes.ts';
import { writeOwnRoom } from './own-room.ts';
import { writeSelfLearning } from './self-learning.ts';
import { writeTrainingCertificates } from './training-certificates.ts';
import { writeTrainingModules } from './training-modules.ts';
import { writeTrainings } from './trainings.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'modules',
      after: ['academics.classrooms', 'curriculum.videos'],
      write: ({ client, today }) => writeTrainingModules(client, today),
    },
    { name: 'self-learning', write: ({ client, today }) => writeSelfLearning(client, today) },
    { name: 'trainings', write: ({ client, today }) => writeTrainings(client, today) },
    { name: 'own-room', write: ({ client, clock, today }) => writeOwnRoom(client, today, clock.now) },
    { name: 'certificates', write: ({ client, today }) => writeTrainingCertificates(client, today) },
    {
      name: 'online-classes',
      write: ({ client, clock, today }) => writeOnlineClasses(client, today, clock.now),
    },
  ],
};
