import { serve } from '@aangan/server/endpoint/handle.ts';
import { transport } from './area.ts';

export const transportServer = serve(transport, [], {});
