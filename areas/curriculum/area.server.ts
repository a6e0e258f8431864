import { serve } from '@aangan/server/endpoint/handle.ts';
import { curriculum } from './area.ts';

export const curriculumServer = serve(curriculum, [], {});
