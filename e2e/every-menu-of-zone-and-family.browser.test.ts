import { isProving } from '@aangan/testkit/prove.ts';
import { walkMenus } from './every-menu.ts';

walkMenus({ zone: ['zonemanager'], family: ['parent'] }, { least: 20, closely: isProving });
