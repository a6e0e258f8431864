import { walkMenus } from './every-menu.ts';

walkMenus(
  {
    centre: ['centrehead', 'centrehead2', 'counsellor', 'teacher'],
    zone: ['zonemanager'],
    family: ['parent'],
  },
  80,
);
