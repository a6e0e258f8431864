import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeCurriculum } from './curriculum.ts';
import { writeCurriculumPlans } from './curriculum-plans.ts';
import { writeRecordedClasses } from './recorded-classes.ts';
import { writeSectionPlans } from './section-plans.ts';
import { writeVideos } from './videos.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'curriculum',
      after: ['academics.grade-book'],
      write: ({ client, today }) => writeCurriculum(client, today),
    },
    { name: 'plans', write: ({ client, today }) => writeCurriculumPlans(client, today) },
    { name: 'section-plans', write: ({ client, today }) => writeSectionPlans(client, today) },
    { name: 'videos', write: ({ client, filesDir, today }) => writeVideos(client, today, filesDir) },
    { name: 'recorded-classes', write: ({ client, today }) => writeRecordedClasses(client, today) },
  ],
};
