import { walkMenus } from './every-menu.ts';

walkMenus({ network: ['superadmin', 'finance', 'operations', 'marketing', 'delivery', 'tickets'] }, 55);
