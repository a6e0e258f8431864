import { type Handler, serve } from '@aangan/server/endpoint/handle.ts';
import { recordHandlers } from '@aangan/server/record/record-engine.ts';
import { refuseAcademics } from './academics.refusals.ts';
import { academics } from './area.ts';
import { attendanceContract } from './attendance/attendance.contract.ts';
import { attendanceHomeCards } from './attendance/attendance-home.server.ts';
import { monthExport } from './attendance/register.queries.server.ts';
import { classRecord } from './class.record.ts';
import { academicsSetUp } from './set-up.server.ts';

const WRITES = /\.(create|update|remove)$/;

/** Classes are the network's: a centre reads them and its own sections hang on them (academics.md D28). */
const networkWrites: Handler[] = recordHandlers(classRecord, academics.records)
  .filter(({ endpoint }) => WRITES.test(endpoint.name))
  .map((handler) => ({
    endpoint: handler.endpoint,
    run: async (call) => {
      const { actor } = call as { actor: { wholeNetwork: boolean } };
      if (!actor.wholeNetwork) throw refuseAcademics('academics.network-only');
      return handler.run(call);
    },
  }));

export const academicsServer = serve(
  academics,
  [
    ...networkWrites,
    await import('./calendar/calendar.queries.server.ts'),
    await import('./calendar/calendar.commands.server.ts'),
    await import('./term/term.server.ts'),
    await import('./structure/section.server.ts'),
    await import('./structure/network-lists.server.ts'),
    await import('./attendance/register.queries.server.ts'),
    await import('./attendance/save-register.server.ts'),
    await import('./attendance/report.server.ts'),
    await import('./attendance/absence-note.server.ts'),
    await import('./attendance/correction.server.ts'),
    ...(await import('./diary/diary.listing.server.ts')).handlers,
    await import('./diary/diary.queries.server.ts'),
    await import('./diary/save-diary.server.ts'),
    await import('./diary/diary-steps.server.ts'),
    await import('./diary/diary-feed.server.ts'),
    await import('./care/care.server.ts'),
    ...(await import('./homework/homework.listing.server.ts')).handlers,
    await import('./homework/homework.server.ts'),
    await import('./homework/hand-in.server.ts'),
    await import('./homework/review.server.ts'),
    await import('./progress/student-progress.server.ts'),
    await import('./grade-book/skill-tree.server.ts'),
    await import('./grade-book/assignment.server.ts'),
    await import('./grade-book/grade-sheet.server.ts'),
    await import('./grade-book/save-grades.server.ts'),
    await import('./grade-book/remark.server.ts'),
    await import('./report-card/report-board.server.ts'),
    await import('./report-card/publish-cards.server.ts'),
    await import('./report-card/report-card.server.ts'),
    await import('./health/health.server.ts'),
    ...(await import('./log-book/log-book.listing.server.ts')).handlers,
    await import('./log-book/save-log-book.server.ts'),
    await import('./log-book/review-log-book.server.ts'),
  ],
  {
    exports: { [attendanceContract.exportMonth.name]: monthExport },
    homeCards: attendanceHomeCards,
    setUpSteps: academicsSetUp,
  },
);
