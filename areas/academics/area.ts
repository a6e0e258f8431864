import { area } from '@aangan/contract/area.ts';
import { classRecord } from './class.record.ts';
import { classGroup } from './class-group.record.ts';
import { academicsModules } from './modules.ts';
import { section } from './section.record.ts';
import { subject } from './subject.record.ts';

export const academics = area({
  name: 'academics',
  title: 'Academics',
  modules: academicsModules.$info,
  records: [classRecord, section, subject, classGroup],
  menu: [
    {
      label: 'Classes',
      path: '/class/details',
      module: academicsModules.class,
      group: 'Academics',
      order: 110,
    },
    {
      label: 'Class groups',
      path: '/class-group/list',
      module: academicsModules.classGroup,
      group: 'Academics',
      order: 111,
    },
  ],
});
