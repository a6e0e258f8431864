import { dayOf, formatClock, formatDay } from '@aangan/web/format.ts';
import * as z from 'zod';

/** One training of `GET /api/online-meeting/meeting-info`; days YYYY-MM-DD, times HH:mm, both Indian. */
export const training = z.object({
  id: z.union([z.string(), z.number()]),
  fromDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  toDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  fromTime: z.string().regex(/^\d{2}:\d{2}/),
  toTime: z.string().regex(/^\d{2}:\d{2}/),
  trainingOnlineMeetings: z
    .array(z.object({ id: z.union([z.string(), z.number()]) }))
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
    .default({}),
});

export type Training = z.infer<typeof training>;
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

/** Rows that read as a training, at most 50; damaged ones are left out. */
export const readTrainings = (rows: unknown): Training[] =>
  (Array.isArray(rows) ? rows : []).slice(0, LIMIT).flatMap((row) => {
    const verdict = training.safeParse(row);
    return verdict.success ? [verdict.data] : [];
  });

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
    key: `${one.id} ${kind} ${today}`,
    kind,
    training: one,
    text: texts[kind],
    start: instantOf(one.fromDate, one.fromTime),
  };
}
