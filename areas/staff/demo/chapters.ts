import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeStaff } from './staff.ts';
import { writeStaffAttendance } from './staff-attendance.ts';
import { writeStaffLeave } from './staff-leave.ts';

export const chapters: AreaChapters = {
  rows: [
    { name: 'staff', after: ['academics.calendar'], write: ({ client, today }) => writeStaff(client, today) },
    {
      name: 'leave',
      after: ['academics.classrooms'],
      write: ({ client, today }) => writeStaffLeave(client, today),
    },
    { name: 'attendance', write: ({ client, clock }) => writeStaffAttendance(client, clock) },
  ],
};
