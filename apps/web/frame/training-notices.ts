import { dayOf, formatClock, formatDay } from '@aangan/web/format.ts';
import * as z from 'zod';

const anyId = z.union([z.string(), z.number()]);

/**
 * One training of `GET /api/online-meeting/meeting-info` in the specification's shape; days YYYY-MM-DD, times HH:mm, both
 * Indian. `id` and `can` are our server's additions (shell.md 3.7): a row without them is read from the rest.
 */
const training = z.object({
  id: anyId.optional(),
  fromDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  toDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  fromTime: z.string().regex(/^\d{2}:\d{2}/),
  toTime: z.string().regex(/^\d{2}:\d{2}/),
  teacherEnrollment: z
    .array(z.object({ teacherUserID: anyId, response: z.string().nullable().optional() }))
    .nullable()
    .optional(),
  trainingOnlineMeetings: z
    .array(z.object({ id: anyId, trainingID: anyId.optional() }))
    .nullable()
    .optional(),
  can: z
    .object({
      register: z.boolean(),
      accept: z.boolean(),
      reject: z.boolean(),
      join: z.boolean(),
      feedback: z.boolean(),
    })
    .partial()
    .optional(),
});

type Row = z.infer<typeof training>;
type Actions = NonNullable<Row['can']>;

/** A training as the banners use it. */
export interface Training extends Row {
  /** The one of its meetings (specification 7); a training without a meeting has its own id. */
  trainingID: string;
  can: Actions;
}
export type NoticeKind = 'schedule' | 'join' | 'feedback';

export interface TrainingNotice {
  key: string;
  kind: NoticeKind;
  training: Training;
  text: string;
  start: number;
}

// Specification 9: the join notice is hidden when more than 15 minutes before the start.
const JOIN_BEFORE_MS = 15 * 60_000;
const LIMIT = 50;
const order: Record<NoticeKind, number> = { schedule: 0, join: 1, feedback: 2 };

// India has no daylight-saving time.
const instantOf = (day: string, time: string): number =>
  Date.parse(`${day.slice(0, 10)}T${time.slice(0, 5)}:00+05:30`);

/** Rows that read as a training, at most 50; damaged ones are left out, and the browser's log says so. */
export const readTrainings = (rows: unknown, me: { id: string; superAdmin: boolean }): Training[] =>
  (Array.isArray(rows) ? rows : []).slice(0, LIMIT).flatMap((row) => {
    const verdict = training.safeParse(row);
    if (!verdict.success) {
      console.warn('A training could not be read');
      return [];
    }
    const { data } = verdict;
    const trainingID = String(data.trainingOnlineMeetings?.[0]?.trainingID ?? data.id ?? '');
    return [{ ...data, trainingID, can: data.can ?? actionsOf(data, me) }];
  });

/** Which role sets which action is not shown by the specification: the enrolled teacher answers, the supervisor registers. */
function actionsOf(row: Row, me: { id: string; superAdmin: boolean }): Actions {
  const own = row.teacherEnrollment?.find((one) => String(one.teacherUserID) === me.id);
  const pending = own !== undefined && (own.response ?? 'PENDING') === 'PENDING';
  const takesPart = own !== undefined && own.response !== 'DECLINED';
  return {
    register: me.superAdmin,
    accept: pending,
    reject: pending,
    join: takesPart || me.superAdmin,
    feedback: takesPart,
  };
}

/** The notices to be seen at an instant (shell.md 3.7), by start, then schedule, join, feedback. Windows are half-open. */
export function noticesAt(trainings: readonly Training[], now: number): TrainingNotice[] {
  const today = dayOf(now);
  const found = trainings.flatMap((one) =>
    kindsOf(one, today, now).map((kind) => noticeOf(one, kind, today)),
  );
  return found.sort((a, b) => a.start - b.start || order[a.kind] - order[b.kind]);
}

function kindsOf(one: Training, today: string, now: number): NoticeKind[] {
  const { can } = one;
  const [from, to] = [one.fromDate.slice(0, 10), one.toDate.slice(0, 10)];
  const start = instantOf(today, one.fromTime);
  const end = instantOf(today, one.toTime);
  const kinds: NoticeKind[] = [];
  if (from === today && now < end && (can.register || can.accept || can.reject)) kinds.push('schedule');
  if (from <= today && today <= to && start - JOIN_BEFORE_MS <= now && now < end && can.join)
    kinds.push('join');
  if (to === today && now >= end && can.feedback) kinds.push('feedback');
  return kinds;
}

function noticeOf(one: Training, kind: NoticeKind, today: string): TrainingNotice {
  const texts: Record<NoticeKind, string> = {
    schedule: `Training Scheduled At ${formatClock(one.fromTime)}, ${formatDay(one.fromDate)}`,
    join: `Training Starts At ${formatClock(one.fromTime)}, ${formatDay(today)}`,
    feedback: `Training Ended At ${formatClock(one.toTime)}, ${formatDay(one.toDate)}`,
  };
  return {
    key: `${one.trainingID || `${one.fromDate} ${one.fromTime}`} ${kind} ${today}`,
    kind,
    training: one,
    text: texts[kind],
    start: instantOf(one.fromDate, one.fromTime),
  };
}
