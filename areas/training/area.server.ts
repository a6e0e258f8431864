import { serve } from '@aangan/server/endpoint/handle.ts';
import { training } from './area.ts';

export const trainingServer = serve(training, [], {});
