import { addWorking, type WorkingCalendar } from '@aangan/contract/working-time.ts';

const WARN_AT = 0.8;
const RECALL_AT = 2;

/** When a clock's events fall; seconds are working ones. */
export const eventsOf = (calendar: WorkingCalendar, startedAt: Date, seconds: number) => ({
  warnAt: addWorking(calendar, startedAt, Math.round(seconds * WARN_AT)),
  dueAt: addWorking(calendar, startedAt, seconds),
  recallAt: addWorking(calendar, startedAt, seconds * RECALL_AT),
});
