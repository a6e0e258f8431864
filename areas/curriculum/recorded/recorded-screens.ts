import { curriculumModules as m } from '../modules.ts';

export const recordedScreens = {
  '/recorded/list': { title: 'Recorded classes', module: m.recordedVideo },
  '/recorded/folder/{folderId}/{classID?}/{weekNo?}/{dayNo?}': {
    title: 'Recorded classes',
    module: m.recordedVideo,
  },
} as const;
