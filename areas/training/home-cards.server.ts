// What homes show of training: work that waits at head office and in centres, what a trainer has today, and what a teacher has to learn.
import { formatDate } from '@aangan/contract/period.ts';
import { countCards, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { certificateListing } from './certificate/certificate.listing.server.ts';
import { trainingCertificates } from './certificate/certificate.listing.ts';
import { enrollmentListing } from './enrollment/enrollment.listing.server.ts';
import { enrollments } from './enrollment/enrollment.listing.ts';
import { dueModules } from './learner/due-modules.server.ts';
import { learnerContract } from './learner/learner.contract.ts';
import { trainingModules as m } from './modules.ts';
import { performances } from './performance/performance.listing.ts';
import { performanceListing } from './performance/performance.server.ts';
import { comingTrainings } from './response/mine.server.ts';
import { meetingInfoContract } from './response/response.contract.ts';
import { trainingListing } from './training/training.listing.server.ts';
import { trainings } from './training/training.listing.ts';

const DECIDE = 'training.to-decide';
const OVERDUE = 'training.overdue';
const EXPIRING = 'training.expiring';
const TODAY = 'training.today';
const MARKS = 'training.marks-open';
const DUE = 'training.due';
const COMING = 'training.coming';

const toDecide = { status: ['REQUESTED'] };
const overdue = { overdue: 'YES' };
const expiring = { state: ['EXPIRING'] };
const myToday = { mine: 'YES', today: 'YES' };
const myMarks = { mine: 'YES', toMark: 'YES' };

const ofTrainers = async (db: Db, { actor }: HomeContext) =>
  countCards(db, {
    [TODAY]: await trainingListing.rowsOf({ db, actor }, myToday),
    [MARKS]: await trainingListing.rowsOf({ db, actor }, myMarks),
  });

export const trainingHomeCards: readonly HomeCards[] = [
  {
    module: [m.teacherEnrollment, m.approveTeacherEnrollment],
    read: async (db, { actor }) =>
      countCards(db, { [DECIDE]: await enrollmentListing.rowsOf({ db, actor }, toDecide) }),
    cards: [
      {
        key: DECIDE,
        title: 'Enrolments to decide',
        unit: 'count',
        picture: 'number',
        on: { owner: 62, operations: 62, zone: 62, centre: 62, staff: 30 },
        todo: { action: 'Decide', by: m.approveTeacherEnrollment },
        drill: {
          path: '/self-training/teacher-enrollment',
          list: enrollments.endpoints.list,
          filters: () => toDecide,
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.teacherPerformance,
    read: async (db, { actor }) =>
      countCards(db, {
        [OVERDUE]: await performanceListing.rowsOf({ db, actor }, overdue),
        [EXPIRING]: await certificateListing.rowsOf({ db, actor }, expiring),
      }),
    cards: [
      {
        key: OVERDUE,
        title: 'Learners overdue',
        unit: 'count',
        picture: 'number',
        on: { owner: 64, operations: 64, zone: 64, centre: 64, staff: 32 },
        drill: {
          path: '/self-training/teacher-performance',
          list: performances.endpoints.list,
          filters: () => overdue,
          measures: 'rows',
        },
      },
      {
        key: EXPIRING,
        title: 'Certificates that expire within 30 days',
        unit: 'count',
        picture: 'number',
        on: { operations: 65, zone: 65, centre: 65, staff: 33 },
        drill: {
          path: '/self-training/teacher-performance?tab=certificates',
          list: trainingCertificates.endpoints.list,
          filters: () => expiring,
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: [m.trainingByTrainersCreate, m.trainingByTrainersMarkAttendance, m.trainingByTrainersReport],
    read: ofTrainers,
    cards: [
      {
        key: TODAY,
        title: 'My trainings today',
        unit: 'count',
        picture: 'number',
        on: { staff: 10 },
        drill: {
          path: '/trainer-led/all-trainings',
          list: trainings.endpoints.list,
          filters: () => myToday,
          measures: 'rows',
        },
      },
      {
        key: MARKS,
        title: 'My trainings without marks',
        unit: 'count',
        picture: 'number',
        on: { staff: 12 },
        todo: { action: 'Mark', by: m.trainingByTrainersMarkAttendance },
        drill: {
          path: '/trainer-led/all-trainings',
          list: trainings.endpoints.list,
          filters: () => myMarks,
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.selfTraining,
    read: async (db, { actor, today }) => {
      const due = await dueModules(db, { userId: userIdOf(actor), today });
      if (due === null) return {};
      const late = due.filter((one) => one.overdue).length;
      const note = late > 0 ? `${late} overdue` : (due[0]?.title ?? 'Nothing in the next two weeks');
      return { [DUE]: { n: due.length, note } };
    },
    cards: [
      {
        key: DUE,
        title: 'My modules due',
        unit: 'count',
        picture: 'number',
        on: { teacher: 52 },
        todo: { action: 'Learn', by: m.selfTraining },
        drill: {
          path: '/self-training',
          list: learnerContract.due,
          filters: () => ({ due: 'SOON' }),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.trainingByTrainers,
    read: async (db, { actor, now }) => {
      const coming = await comingTrainings(db, actor, now);
      const next = coming[0];
      return {
        [COMING]: {
          n: coming.length,
          note: next ? `${next.title}, ${formatDate(next.fromDate)}` : 'None is planned for you',
        },
      };
    },
    cards: [
      {
        key: COMING,
        title: 'My trainings to come',
        unit: 'count',
        picture: 'number',
        on: { teacher: 53 },
        drill: {
          path: '/trainer-led',
          list: meetingInfoContract.coming,
          filters: () => ({ view: 'COMING' }),
          measures: 'rows',
        },
      },
    ],
  },
];
