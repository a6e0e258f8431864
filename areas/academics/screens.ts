import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { classGroup } from './class-group.record.ts';

export const academicsScreens = screens(
  'academics',
  'Academics',
  {
    '/class/details': { title: 'Classes', module: 'class' },
    '/class/add': { title: 'Add', module: 'class', write: true },
  },
  [...recordScreens(classGroup)],
);
