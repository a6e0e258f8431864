import { isProving } from '@aangan/testkit/prove.ts';
import { walkMenus } from './every-menu.ts';

walkMenus(
  { network: ['superadmin', 'finance', 'operations', 'marketing', 'delivery', 'tickets'] },
  { least: 55, closely: isProving },
);
