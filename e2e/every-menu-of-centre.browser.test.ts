import { isProving } from '@aangan/testkit/prove.ts';
import { walkMenus } from './every-menu.ts';

walkMenus(
  { centre: ['centrehead', 'centrehead2', 'counsellor', 'teacher'] },
  { least: 60, closely: isProving },
);
