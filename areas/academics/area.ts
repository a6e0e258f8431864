import { area } from '@aangan/contract/area.ts';
import { attendanceContract } from './attendance/attendance.contract.ts';
import { calendarContract } from './calendar/calendar.contract.ts';
import { careContract } from './care/care.contract.ts';
import { classRecord } from './class.record.ts';
import { classGroup } from './class-group.record.ts';
import { diaryContract } from './diary/diary.contract.ts';
import { classworks, generalDiaries, subjectDiaries } from './diary/diary.listing.ts';
import { assignmentContract } from './grade-book/assignment.contract.ts';
import { gradeContract } from './grade-book/grade.contract.ts';
import { remarkContract } from './grade-book/remark.contract.ts';
import { skill, skillParameter, subSkill } from './grade-book/skill.record.ts';
import { skillTreeContract, skillTreeImport } from './grade-book/skill-tree.contract.ts';
import { healthContract } from './health/health.contract.ts';
import { homeworkContract, submissionContract } from './homework/homework.contract.ts';
import { homeworks } from './homework/homework.listing.ts';
import { logBookContract } from './log-book/log-book.contract.ts';
import { logBooks } from './log-book/log-book.listing.ts';
import { logTopic } from './log-book/log-topic.record.ts';
import { academicsMessages } from './messages.ts';
import { academicsModules } from './modules.ts';
import { skillLevels, studentProgress } from './progress/student-progress.listing.ts';
import { reportBatch, reportCardContract } from './report-card/report-card.contract.ts';
import { academicsScreens } from './screens.ts';
import { section } from './section.record.ts';
import { classGroupContract, subjectContract } from './structure/network-lists.contract.ts';
import { sectionContract } from './structure/section.contract.ts';
import { subject } from './subject.record.ts';
import { termContract } from './term/term.contract.ts';

export const academics = area({
  ...academicsScreens,
  modules: academicsModules.$info,
  records: [classRecord, section, subject, classGroup, skill, subSkill, skillParameter, logTopic],
  contracts: [
    calendarContract,
    termContract,
    sectionContract,
    subjectContract,
    classGroupContract,
    attendanceContract,
    diaryContract,
    homeworkContract,
    submissionContract,
    homeworks.endpoints,
    studentProgress.endpoints,
    skillLevels.endpoints,
    careContract,
    generalDiaries.endpoints,
    subjectDiaries.endpoints,
    classworks.endpoints,
    skillTreeContract,
    skillTreeImport.endpoints,
    assignmentContract,
    gradeContract,
    remarkContract,
    healthContract,
    reportCardContract,
    reportBatch.endpoints,
    logBookContract,
    logBooks.endpoints,
  ],
  messages: academicsMessages,
  personalData: [
    {
      table: 'homework_submission',
      subject: 'STUDENT',
      columns: ['note', 'comment'],
      on: 'erase',
      basis: 'homework',
    },
    { table: 'care_event', subject: 'STUDENT', columns: ['note'], on: 'erase', basis: 'day care' },
    {
      table: 'attendance_mark',
      subject: 'STUDENT',
      columns: ['note'],
      on: 'erase',
      basis: 'attendance register',
    },
    {
      table: 'absence_note',
      subject: 'STUDENT',
      columns: ['note'],
      on: 'erase',
      basis: 'attendance register',
    },
    {
      table: 'attendance_correction',
      subject: 'STUDENT',
      columns: ['reason', 'decision_note'],
      on: 'erase',
      basis: 'attendance register',
    },
    {
      table: 'grade_entry',
      subject: 'STUDENT',
      columns: ['not_observed'],
      on: 'erase',
      basis: 'grade book',
    },
    {
      table: 'health_remark',
      subject: 'STUDENT',
      columns: ['private'],
      on: 'erase',
      basis: 'health record',
    },
    { table: 'report_card', subject: 'STUDENT', columns: ['snapshot'], on: 'keep', basis: 'school record' },
    { table: 'too_early', subject: 'STUDENT', columns: ['reason'], on: 'erase', basis: 'grade book' },
    {
      table: 'teacher_remark',
      subject: 'STUDENT',
      columns: ['text', 'strengths', 'next_step'],
      on: 'erase',
      basis: 'grade book',
    },
  ],
});
