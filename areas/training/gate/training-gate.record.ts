import { boolean, choice, choices, date, integer, reference } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { categories } from '../../staff/designation.record.ts';
import { trainingModules as m } from '../modules.ts';

/** For which work a certificate is asked for, of whom and from when. It warns, it closes nothing. A tab of the performance board. */
export const trainingGate = record({
  name: 'training-gate',
  title: 'Training gate',
  module: m.teacherPerformance,
  scope: 'network',
  screens: {},
  keep: true,
  label: 'work',
  fields: {
    work: choice({
      label: 'For',
      options: {
        GradeEntry: 'Grade entry',
        TeacherRemark: 'Teacher remark',
        Attendance: 'Attendance',
        TeacherHomework: 'Homework',
        GeneralDiary: 'General diary',
        StudentHealthRemark: 'Student health remark',
        onlineClass: 'Online class',
        photogallaryList: 'Photo gallery',
      },
      help: 'The part of the portal it is asked for. Nothing is closed: who lacks it is shown.',
    }),
    certificateTypeId: reference('certificate-type', { label: 'Certificate' }),
    staffCategories: choices({
      label: 'Of staff of',
      options: categories,
      optional: true,
      help: 'Empty: of everybody',
    }),
    effectiveFrom: date({ label: 'From' }),
    graceDays: integer({
      label: 'Days to get it',
      min: 0,
      max: 365,
      help: 'Counted from that day, or from the joining day of whoever joined later',
    }),
    active: boolean({ label: 'Active' }),
  },
  list: {
    columns: ['work', 'certificateTypeId', 'staffCategories', 'effectiveFrom', 'graceDays', 'active'],
    sort: 'work',
  },
});

/** What a gate's work is called. */
export const gateWords: ReadonlyMap<string, string> = new Map(
  trainingGate.fields.work.options?.map(({ value, label }) => [String(value), label]),
);
