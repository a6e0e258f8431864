// Who may write which entry, for whom it is, and what families hear of it.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { ensureMySection, type PlacedSection, sectionById } from '../structure/sections.server.ts';
import { DAYS_AHEAD, DAYS_BACK, type DiaryKind, moduleOfKind } from './diary-kinds.ts';

export type EntryRow = RowIn<'diary_entry'>;

/** The operations stand open to each of the three modules; the kind decides which of them is needed. */
export function ensureKind(actor: Actor, kind: DiaryKind, write: boolean): void {
  if (!holds(actor, moduleOfKind[kind], write)) throw refuse('module.missing');
}

/** An entry of an own section, locked. */
export async function lockEntry(
  db: Db,
  actor: Actor,
  id: string,
  { version, now }: { version?: number | undefined; now: Date },
): Promise<{ row: EntryRow; section: PlacedSection }> {
  const row = await lockRow(db, 'diary_entry', id, version);
  ensureKind(actor, row.kind, true);
  return { row, section: await ensureMySection(db, actor, row.section_id, todayIst(now)) };
}

export function ensureDay(onDate: Day, now: Date): void {
  const today = todayIst(now);
  const [from, to] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)];
  if (onDate < from || onDate > to)
    throw refuseAcademics('diary.date-range', {
      details: { from: formatDate(from), to: formatDate(to) },
      fields: { onDate: `From ${formatDate(from)} to ${formatDate(to)}` },
    });
}

export interface EntryChild {
  enrolmentId: string;
  studentId: string;
  name: string;
  seenAt: string | null;
  acknowledgedAt: string | null;
}

/** The children an entry is for, by name, with the first of their family to see and to acknowledge it. */
export async function childrenOf(
  db: Db,
  entry: Pick<EntryRow, 'franchisee_id' | 'id' | 'section_id' | 'on_date' | 'all_children'>,
): Promise<EntryChild[]> {
  const { rows } = await sql<EntryChild>`
    select e.id as "enrolmentId", s.id as "studentId", s.name, a.seen as "seenAt", a.acknowledged as "acknowledgedAt"
      from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      left join lateral (select min(x.seen_at) as seen, min(x.acknowledged_at) as acknowledged from diary_ack x
        where x.franchisee_id = e.franchisee_id and x.entry_id = ${entry.id} and x.enrolment_id = e.id) a on true
     where l.franchisee_id = ${entry.franchisee_id} and l.section_id = ${entry.section_id} and l.from_on <= ${entry.on_date}::date
       and coalesce(l.before_on, 'infinity') > ${entry.on_date}::date and e.status <> 'CANCELLED'
       and (${entry.all_children} or exists (select from diary_target t
         where t.franchisee_id = e.franchisee_id and t.entry_id = ${entry.id} and t.enrolment_id = e.id))
     order by s.name, s.id`.execute(db);
  return rows;
}

export const sourceOf = (id: string) => ({ kind: 'diary', id });

/** Families hear of an entry once, when it becomes visible; at night communication holds the notice until the morning. */
export async function tellFamilies(db: Db, entry: EntryRow, section: PlacedSection): Promise<void> {
  const children = await childrenOf(db, entry);
  if (children.length === 0 || entry.publish_at === null) return;
  await queueMessage(db, {
    kind: 'academics.diary-published',
    franchiseeId: entry.franchisee_id,
    about: { studentIds: children.map(({ studentId }) => studentId) },
    values: { section: section.label, topic: entry.topic },
    dedupeKey: entry.id,
    notBefore: new Date(entry.publish_at),
    source: sourceOf(entry.id),
  });
}

/** Asks the families that have not seen, or not acknowledged, the entry; each once a day. Returns how many. */
export async function remindFamilies(db: Db, entry: EntryRow, now: Date): Promise<number> {
  const { label } = await sectionById(db, entry.section_id);
  let families = 0;
  for (const child of await childrenOf(db, entry)) {
    if (entry.ack_required ? child.acknowledgedAt : child.seenAt) continue;
    const queued = await queueMessage(db, {
      kind: 'academics.diary-reminder',
      franchiseeId: entry.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: { child: child.name, section: label, topic: entry.topic },
      dedupeKey: `${entry.id}:${child.enrolmentId}:${todayIst(now)}`,
      source: sourceOf(entry.id),
    });
    if (queued) families += 1;
  }
  return families;
}
