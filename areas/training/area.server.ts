import { serve } from '@aangan/server/endpoint/handle.ts';
import { training } from './area.ts';
import { assessmentFiles } from './assessment/assessment-area.server.ts';
import { attendanceFiles } from './attendance/attendance-area.server.ts';
import { certificateExtras, certificateFiles } from './certificate/certificate-area.server.ts';
import { enrollmentExtras, enrollmentFiles } from './enrollment/enrollment-area.server.ts';
import { feedbackExtras, feedbackFiles } from './feedback/feedback-area.server.ts';
import { trainingHealth } from './gate/gate.server.ts';
import { trainingHomeCards } from './home-cards.server.ts';
import { learnerExtras, learnerFiles } from './learner/learner-area.server.ts';
import { meetingExtras, meetingFiles } from './meeting/meeting-area.server.ts';
import { moduleFiles } from './module/module-area.server.ts';
import { onlineClassExtras, onlineClassFiles } from './online-class/online-class-area.server.ts';
import { responseFiles } from './response/response-area.server.ts';
import { trainingSearch } from './search.server.ts';
import { seatExtras, seatFiles } from './seat/seat-area.server.ts';
import { topicFiles } from './topic/topic-area.server.ts';
import { trainingExtras, trainingFiles } from './training/training-area.server.ts';

export const trainingServer = serve(
  training,
  [
    ...moduleFiles,
    ...topicFiles,
    ...assessmentFiles,
    ...enrollmentFiles,
    ...trainingFiles,
    ...seatFiles,
    ...responseFiles,
    ...meetingFiles,
    ...attendanceFiles,
    ...feedbackFiles,
    ...learnerFiles,
    ...certificateFiles,
    await import('./performance/performance.server.ts'),
    await import('./gate/gate-standing.listing.server.ts'),
    ...onlineClassFiles,
    await import('./report/training-report.server.ts'),
    await import('./progress/teacher-progress.server.ts'),
  ],
  {
    jobs: [
      ...(enrollmentExtras.jobs ?? []),
      ...(trainingExtras.jobs ?? []),
      ...(feedbackExtras.jobs ?? []),
      ...(learnerExtras.jobs ?? []),
      ...(certificateExtras.jobs ?? []),
      ...(meetingExtras.jobs ?? []),
      ...(onlineClassExtras.jobs ?? []),
    ],
    healthMeasures: [trainingHealth],
    homeCards: trainingHomeCards,
    search: trainingSearch,
    outbox: { ...seatExtras.outbox, ...certificateExtras.outbox },
  },
);
