import { openModules } from '@aangan/contract/endpoint.ts';
import { curriculumModules as m } from '../modules.ts';

export const videoScreens = {
  '/videos/upload': { title: 'Upload videos', module: m.recordedVideo, write: true },
  '/videos/list': { title: 'Videos', module: m.recordedVideo },
  '/videoplayer/{videoName}/{urlPath}': { title: 'Video', module: openModules.anyone },
} as const;
