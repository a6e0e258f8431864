import { serve } from '@aangan/server/handle.ts';
import { systemArea } from './area.ts';
import { dashboardByRole } from './menu/dashboard-by-role.server.ts';

export const systemServer = serve(systemArea, [dashboardByRole]);
