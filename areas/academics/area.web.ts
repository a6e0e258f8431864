import { recordScreens } from '@aangan/web/record/record-screens.tsx';
import { screen, screens } from '@aangan/web/screens.ts';
import { classGroup } from './class-group.record.ts';

export const academicsScreens = screens('academics', 'Academics', [
  screen({
    path: '/class/details',
    title: 'Classes',
    module: 'class',
    load: () => import('./class-details.tsx').then((m) => m.ClassDetails),
  }),
  screen({
    path: '/class/add',
    title: 'Add',
    module: 'class',
    write: true,
    load: () => import('./class-add.tsx').then((m) => m.ClassAdd),
  }),
  ...recordScreens(classGroup),
]);
