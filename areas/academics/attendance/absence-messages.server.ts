// What parents hear of an absence: once, half an hour after the section began, and never of one they announced.
import { type Day, todayIst, toMs } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { cancelMessages, queueMessage } from '../../communication/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import type { PlacedSection } from '../structure/sections.server.ts';
import { NOTICE_MINUTES } from './attendance-codes.ts';
import { at } from './register-rules.server.ts';

export interface AbsentChild {
  readonly enrolmentId: string;
  readonly studentId: string;
  readonly name: string;
  /** Of the mark: absent, here after all, and absent again are three things to tell. */
  readonly version: number;
}

const sourceOf = (enrolmentId: string, onDate: Day) => ({
  kind: 'absence',
  id: `${enrolmentId}:${onDate}`,
});

/** When parents hear of it: half an hour after the section began, or now when that is over. */
export const noticeAt = (section: PlacedSection, onDate: Day, now: Date): Date =>
  new Date(Math.max(toMs(at(onDate, section.startsAt)) + NOTICE_MINUTES * 60_000, now.getTime()));

/** Queues the notice of each absent child of today. Days that are over are told to nobody. */
export async function tellAbsences(
  db: Db,
  {
    section,
    onDate,
    now,
    children,
  }: { section: PlacedSection; onDate: Day; now: Date; children: readonly AbsentChild[] },
): Promise<number> {
  if (onDate !== todayIst(now) || children.length === 0) return 0;
  const centre = await franchisee(db, section.franchiseeId);
  const name = centre?.companyName ?? '';
  for (const child of children)
    await queueMessage(db, {
      kind: 'academics.absence-notice',
      franchiseeId: section.franchiseeId,
      about: { studentIds: [child.studentId] },
      // A text with an empty place is not sent at all: a centre without a number is called by its name.
      values: { child: child.name, centre: name, phone: centre?.phone || name },
      dedupeKey: `${child.enrolmentId}:${onDate}:${child.version}`,
      notBefore: noticeAt(section, onDate, now),
      // Of no use the next day.
      expiresAt: at(onDate, '23:00'),
      source: sourceOf(child.enrolmentId, onDate),
    });
  return children.length;
}

/** The child is here after all: the notice is taken back, or followed by another when it has left. */
export async function tellArrival(
  db: Db,
  { section, onDate, now, child }: { section: PlacedSection; onDate: Day; now: Date; child: AbsentChild },
): Promise<void> {
  if ((await takeBackAbsence(db, section.franchiseeId, child.enrolmentId, onDate)) > 0) return;
  if (onDate !== todayIst(now)) return;
  await queueMessage(db, {
    kind: 'academics.arrived',
    franchiseeId: section.franchiseeId,
    about: { studentIds: [child.studentId] },
    values: { child: child.name },
    dedupeKey: `${child.enrolmentId}:${onDate}:${child.version}`,
    expiresAt: at(onDate, '23:00'),
    source: sourceOf(child.enrolmentId, onDate),
  });
}

/** How many messages were still waiting. */
export const takeBackAbsence = (
  db: Db,
  franchiseeId: number,
  enrolmentId: string,
  onDate: Day,
): Promise<number> => cancelMessages(db, { franchiseeId, source: sourceOf(enrolmentId, onDate) });
