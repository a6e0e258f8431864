import { area } from '@aangan/contract/area.ts';
import { calendarContract } from './calendar/calendar.contract.ts';
import { classRecord } from './class.record.ts';
import { classGroup } from './class-group.record.ts';
import { academicsMessages } from './messages.ts';
import { academicsModules } from './modules.ts';
import { section } from './section.record.ts';
import { subject } from './subject.record.ts';
import { termContract } from './term/term.contract.ts';

export const academics = area({
  name: 'academics',
  title: 'Academics',
  modules: academicsModules.$info,
  records: [classRecord, section, subject, classGroup],
  contracts: [calendarContract, termContract],
  messages: academicsMessages,
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
    {
      label: 'Terms',
      path: '/terms/term-details',
      module: academicsModules.Terms,
      group: 'Academics',
      order: 112,
    },
    {
      label: 'Academic calendar',
      path: '/academic-calender/creation',
      module: academicsModules.academicCalendar,
      group: 'Academics',
      order: 113,
    },
  ],
});
