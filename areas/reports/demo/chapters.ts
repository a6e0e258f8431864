import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeReportSchedules } from './report-schedules.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'schedules',
      after: ['network.network'],
      write: ({ client, today }) => writeReportSchedules(client, today),
    },
  ],
};
