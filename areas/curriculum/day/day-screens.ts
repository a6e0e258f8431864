import { curriculumModules as m } from '../modules.ts';

const both = [m.curriculumCMS, m.Curriculum];

export const dayScreens = {
  '/learning-cms/day-glance': { title: 'Days at a glance', module: both },
  '/learning-cms/day-glance/{themeID}': { title: 'Days of a theme', module: both },
  '/learning-cms/preview/{previewId}': { title: 'Preview', module: both },
  '/learning-cms/week-glance/{folderId}': { title: 'Week at a glance', module: both },
  '/learning-cms/week-glance/{dayId}': { title: 'Week at a glance', module: both },
  '/learning-cms/addWeekAtAGlance/{folderId}/{dayID}': {
    title: 'Write a week',
    module: m.curriculumCMS,
    write: true,
  },
  '/learning-cms/view-day-at-glance/{dayId}': { title: 'Day at a glance', module: both },
  '/learning-cms/edit-day-glance/{dayId}': { title: 'Write a day', module: m.curriculumCMS, write: true },
  '/learning/editDayGlanceDetails/{folderMapID}/{position}': {
    title: 'Write a day',
    module: m.curriculumCMS,
    write: true,
  },
} as const;
