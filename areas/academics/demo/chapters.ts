import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeAcademicCalendar } from './academic-calendar.ts';
import { writeAttendance } from './attendance.ts';
import { writeChildHealth } from './child-health.ts';
import { writeClassrooms } from './classrooms.ts';
import { writeDiaries } from './diaries.ts';
import { writeGradeBook } from './grade-book.ts';
import { writeHomeworks } from './homeworks.ts';
import { writeLogBooks } from './log-books.ts';
import { writeReportCards } from './report-cards.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'calendar',
      after: ['network.network'],
      write: ({ client, today }) => writeAcademicCalendar(client, today),
    },
    {
      name: 'classrooms',
      after: ['students.families'],
      write: ({ client, today }) => writeClassrooms(client, today),
    },
    { name: 'attendance', write: ({ client, today }) => writeAttendance(client, today) },
    { name: 'diaries', write: ({ client, today }) => writeDiaries(client, today) },
    { name: 'homeworks', write: ({ client, today }) => writeHomeworks(client, today) },
    { name: 'grade-book', write: ({ client, today }) => writeGradeBook(client, today) },
    { name: 'child-health', write: ({ client, today }) => writeChildHealth(client, today) },
    { name: 'log-books', write: ({ client, today }) => writeLogBooks(client, today) },
  ],
  work: [
    {
      name: 'report-cards',
      after: ['students.promotions'],
      write: ({ client, clock, database }) => writeReportCards(client, database, clock),
    },
  ],
};
