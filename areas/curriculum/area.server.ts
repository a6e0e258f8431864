import { serve } from '@aangan/server/endpoint/handle.ts';
import { curriculum } from './area.ts';

export const curriculumServer = serve(
  curriculum,
  [
    await import('./video/play.server.ts'),
    await import('./video/share.server.ts'),
    await import('./video/video.listing.server.ts'),
    await import('./video/video.server.ts'),
  ],
  {},
);
