import { addDays, startOfDay, todayIst, toMs } from '@aangan/contract/period.ts';

/** Hours of the night, IST (communication.md K13): promotional ones by law, routine ones by custom. */
const QUIET = { ROUTINE: { from: 21, until: 8 }, PROMOTIONAL: { from: 21, until: 10 } } as const;

/** The earliest instant at which a message may leave. NOW is never held. */
export function sendAfter(now: Date, kind: { urgency: 'NOW' | 'ROUTINE'; category: string }): Date {
  const promotional = kind.category === 'PROMOTIONAL';
  if (kind.urgency === 'NOW' && !promotional) return now;
  const { from, until } = promotional ? QUIET.PROMOTIONAL : QUIET.ROUTINE;
  const today = todayIst(now);
  const hour = (toMs(now) - startOfDay(today).getTime()) / 3_600_000;
  if (hour >= from) return new Date(startOfDay(addDays(today, 1)).getTime() + until * 3_600_000);
  return hour < until ? new Date(startOfDay(today).getTime() + until * 3_600_000) : now;
}
