import { area } from '@aangan/contract/area.ts';
import { studentModules } from './modules.ts';
import { studentContract } from './student/student.contract.ts';

export const students = area({
  name: 'students',
  title: 'Students',
  modules: studentModules.$info,
  contracts: [studentContract],
  menu: [
    {
      label: 'Students',
      path: '/students/details/page/1',
      module: studentModules.student,
      group: 'Academics',
      order: 100,
    },
  ],
  personalData: [
    {
      table: 'student',
      subject: 'STUDENT',
      columns: ['name', 'call_name', 'name_local', 'search_text', 'custom'],
      on: 'pseudonymise',
      basis: 'education',
    },
    { table: 'student_private', subject: 'STUDENT', columns: ['sealed'], on: 'erase', basis: 'education' },
    {
      table: 'guardian',
      subject: 'GUARDIAN',
      columns: ['name', 'mobile', 'mobile_alt', 'email', 'occupation', 'employer', 'education', 'private'],
      on: 'erase',
      basis: 'education',
    },
    {
      table: 'family',
      subject: 'GUARDIAN',
      columns: ['name', 'address', 'locality', 'home_note'],
      on: 'erase',
      basis: 'education',
    },
  ],
});
