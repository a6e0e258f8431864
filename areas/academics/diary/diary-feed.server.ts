// The class diary: one feed of everything shared. Which rows a family finds is row security, by its own children's sections;
// which of the files is their consent, asked at each reading.
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { allows, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { asFamily, resolveStudentRef } from '../../students/public.server.ts';
import { countsBySection } from '../attendance/register-rules.server.ts';
import { careOf } from '../care/care.server.ts';
import { filesOf, type OwnedFile, shownToFamilies } from '../entry-file/entry-files.server.ts';
import { ensureMySection } from '../structure/sections.server.ts';
import { diaryContract } from './diary.contract.ts';
import { type DiaryKind, kindNames, moduleOfKind } from './diary-kinds.ts';
import { childrenOf, type EntryRow } from './diary-rules.server.ts';

/** Days that one reading of a child's feed goes back. */
const SPAN = 14;

interface FeedRow {
  id: string;
  kind: DiaryKind;
  onDate: Day;
  section: string;
  subject: string | null;
  topic: string;
  textEn: string;
  textHi: string | null;
  publishAt: string | null;
  changedAt: string | null;
  ackRequired: boolean;
  status: EntryRow['status'];
  sectionId: string;
  allChildren: boolean;
}

async function feedRows(db: Db, where: RawBuilder<unknown>): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select d.id, d.kind, d.on_date as "onDate", k.name || ' ' || n.name as section, u.name as subject, d.topic,
           d.text_en as "textEn", d.text_hi as "textHi", d.publish_at as "publishAt", d.text_changed_at as "changedAt",
           d.ack_required as "ackRequired", d.status, d.section_id as "sectionId", d.all_children as "allChildren"
      from diary_entry d join section n on n.franchisee_id = d.franchisee_id and n.id = d.section_id
      join class k on k.id = n.class_id left join subject u on u.id = d.subject_id
     where ${where} order by d.on_date desc, d.publish_at desc nulls first, d.id limit 400`.execute(db);
  return rows;
}

const filesFor = (files: readonly OwnedFile[], id: string) =>
  files
    .filter(({ ownerId }) => ownerId === id)
    .map(({ fileId, name, picture, url }) => ({ fileId, name, picture, url }));

const shown = ({ sectionId: _s, allChildren: _a, status: _t, ...row }: FeedRow) => row;

export const sectionFeed = handle(diaryContract.sectionFeed, async ({ db, actor, input, now }) => {
  const section = await ensureMySection(db, actor, input.sectionId, todayIst(now));
  const kinds = kindNames.filter((kind) => allows(actor, moduleOfKind[kind], 'GET'));
  const rows = await feedRows(
    db,
    sql`d.franchisee_id = ${section.franchiseeId} and d.section_id = ${section.id} and d.on_date = ${input.onDate}::date
      and ${several('d.kind', input.kind ? kinds.filter((kind) => kind === input.kind) : kinds, 'text')}`,
  );
  const owner = { franchiseeId: section.franchiseeId, kind: 'DIARY' } as const;
  const files = await filesOf(
    db,
    owner,
    rows.map(({ id }) => id),
  );
  const counts = (await countsBySection(db, [section.id], input.onDate)).get(section.id);
  const entries = [];
  for (const row of rows) {
    const families = await childrenOf(db, {
      franchisee_id: section.franchiseeId,
      id: row.id,
      section_id: section.id,
      on_date: row.onDate,
      all_children: row.allChildren,
    });
    entries.push({
      ...shown(row),
      status: row.status,
      files: filesFor(files, row.id),
      acknowledgedAt: null,
      children: families.length,
      seen: families.filter(({ seenAt }) => seenAt !== null).length,
      can: {},
    });
  }
  return {
    section: section.label,
    attendance: {
      present: counts ? counts.P + counts.LATE + counts.EARLY + counts.HD : 0,
      absent: counts?.A ?? 0,
      leave: counts?.L ?? 0,
    },
    entries,
  };
});

/** Published entries that are for this child: of its section of that day, and for all or for it. */
const ofChild = (franchiseeId: number, enrolmentId: string, now: Date) => sql`
  d.franchisee_id = ${franchiseeId} and d.status = 'PUBLISHED' and d.publish_at <= ${now}
  and exists (select from placement l where l.franchisee_id = d.franchisee_id and l.enrolment_id = ${enrolmentId}
    and l.section_id = d.section_id and l.from_on <= d.on_date and coalesce(l.before_on, 'infinity') > d.on_date)
  and (d.all_children or exists (select from diary_target t
    where t.franchisee_id = d.franchisee_id and t.entry_id = d.id and t.enrolment_id = ${enrolmentId}))`;

async function childOf(db: Db, id: string, yearId: number | null) {
  const found = ensureFound(
    (await resolveStudentRef(db, id, yearId ?? undefined)) ?? (await resolveStudentRef(db, id)),
  );
  const { rows } = await sql<{ name: string; sectionId: string | null }>`
    select s.name, e.section_id as "sectionId" from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where e.franchisee_id = ${found.franchiseeId} and e.id = ${found.studentAdmissionId}`.execute(db);
  return { ...found, ...ensureFound(rows[0]) };
}

export const childFeed = handle(diaryContract.feed, async ({ db, actor, input, now }) => {
  const child = await childOf(db, input.id, actor.academicYearId);
  const { franchiseeId, studentAdmissionId: enrolmentId } = child;
  const family = actor.students !== null;
  const today = todayIst(now);
  // Another teacher's child: the staff reads the feeds of its own sections.
  if (!family && child.sectionId) await ensureMySection(db, actor, child.sectionId, today);
  const kinds = family ? kindNames : kindNames.filter((kind) => allows(actor, moduleOfKind[kind], 'GET'));
  const until = input.until ?? addDays(today, 7);
  const from = addDays(until, -SPAN);
  const rows = await feedRows(
    db,
    sql`${ofChild(franchiseeId, enrolmentId, now)} and d.on_date between ${from}::date and ${until}::date
      and ${several('d.kind', input.kind ? kinds.filter((kind) => kind === input.kind) : kinds, 'text')}
      and ${input.subjectId ? sql`d.subject_id = ${input.subjectId}` : sql`true`}`,
  );
  const ids = rows.map(({ id }) => id);
  const read = async () => filesOf(db, { franchiseeId, kind: 'DIARY' }, ids);
  // Tags and consents are no reading of a family's: they are asked as the centre, for rows it was given.
  const files = family
    ? await asFamily(db, actor, enrolmentId, async () => shownToFamilies(db, franchiseeId, await read()))
    : await read();
  const acks = new Map(
    (
      await sql<{ id: string; at: string }>`select entry_id as id, min(acknowledged_at) as at from diary_ack
        where franchisee_id = ${franchiseeId} and enrolment_id = ${enrolmentId} and ${several('entry_id', ids, 'uuid')}
          and acknowledged_at is not null group by 1`.execute(db)
    ).rows.map(({ id, at }) => [id, at]),
  );
  const marks = await db
    .selectFrom('attendance_mark')
    .select(['on_date', 'code'])
    .where('franchisee_id', '=', franchiseeId)
    .where('enrolment_id', '=', enrolmentId)
    .where('on_date', '>=', from)
    .where('on_date', '<=', until)
    .execute();
  const codes = new Map(marks.map(({ on_date, code }) => [on_date, code]));
  const care = await careOf(db, { franchiseeId, enrolmentIds: [enrolmentId], from, until });
  const filtered = input.kind !== undefined || input.subjectId !== undefined;
  const days = new Set([
    ...rows.map(({ onDate }) => onDate),
    ...(filtered ? [] : [...codes.keys(), ...care.map(({ onDate }) => onDate)]),
  ]);
  const subjects = await db
    .selectFrom('subject')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
  return {
    enrolmentId,
    name: child.name,
    family,
    today,
    from,
    until,
    subjects,
    days: [...days]
      .sort((a, b) => (a < b ? 1 : -1))
      .map((day) => ({
        day,
        attendance: codes.get(day) ?? null,
        care: care.filter(({ onDate }) => onDate === day),
        entries: rows
          .filter(({ onDate }) => onDate === day)
          .map((row) => {
            const acknowledgedAt = acks.get(row.id) ?? null;
            return {
              ...shown(row),
              files: filesFor(files, row.id),
              acknowledgedAt,
              can: {
                acknowledge:
                  family &&
                  row.ackRequired &&
                  acknowledgedAt === null &&
                  mayCall(actor, diaryContract.acknowledge),
              },
            };
          }),
      })),
  };
});

/** Of these entries those that the family's child may see; found in the family's own scope. */
async function visibleEntries(db: Db, id: string, entryIds: readonly string[], now: Date) {
  const child = await childOf(db, id, null);
  const rows = await feedRows(
    db,
    sql`${ofChild(child.franchiseeId, child.studentAdmissionId, now)} and ${several('d.id', entryIds, 'uuid')}`,
  );
  return { enrolmentId: child.studentAdmissionId, rows };
}

export const markSeen = handle(diaryContract.markSeen, async ({ db, actor, input, now }) => {
  const { enrolmentId, rows } = await visibleEntries(db, input.id, input.entryIds, now);
  return asFamily(db, actor, enrolmentId, async ({ franchiseeId }) => {
    if (rows.length === 0) return {};
    await db
      .insertInto('diary_ack')
      .values(
        rows.map(({ id }) => ({
          franchisee_id: franchiseeId,
          entry_id: id,
          enrolment_id: enrolmentId,
          user_id: userIdOf(actor),
          seen_at: now,
        })),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
    return {};
  });
});

export const acknowledge = handle(diaryContract.acknowledge, async ({ db, actor, input, now }) => {
  const { enrolmentId, rows } = await visibleEntries(db, input.id, [input.entryId], now);
  return asFamily(db, actor, enrolmentId, async ({ franchiseeId }) => {
    const entry = ensureFound(rows[0]);
    ensure(entry.ackRequired, () => refuse('row.wrong-state'));
    // The first word stands: a second press changes nothing.
    await sql`insert into diary_ack (franchisee_id, entry_id, enrolment_id, user_id, seen_at, acknowledged_at)
      values (${franchiseeId}, ${entry.id}, ${enrolmentId}, ${userIdOf(actor)}, ${now}, ${now})
      on conflict (franchisee_id, entry_id, enrolment_id, user_id)
        do update set acknowledged_at = coalesce(diary_ack.acknowledged_at, excluded.acknowledged_at)`.execute(
      db,
    );
    return {};
  });
});
