// Scheduling online classes: a row for each day, who teaches locked against a second class at the same time.
import { randomUUID } from 'node:crypto';
import { formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { chosenCentre, chosenYear, ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dayKind, ensureMySection, mySections, type PlacedSection } from '../../academics/public.server.ts';
import { isApproved, staffOf } from '../../staff/public.server.ts';
import { guardiansToTell, rosterOf } from '../../students/public.server.ts';
import type { trainerKinds } from '../training/training.states.ts';
import { refuseTraining } from '../training.refusals.ts';
import { classDays, instantOf, timesFaults } from './class-days.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { ensureLooksAfter } from './online-class.queries.server.ts';
import { classStates } from './online-class.states.ts';
import {
  inviteChildren,
  invitedChildren,
  sendLinks as sendAll,
  tellCancelled,
} from './tell-families.server.ts';

const invalid = (fields: Record<string, string>) => () => refuse('input.invalid', { fields });

export const form = handle(contract.form, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const sections = await mySections(db, actor, today);
  const own = (await staffOf(db, userIdOf(actor))).find(
    (one) =>
      one.status === 'APPROVED' && (actor.franchiseeId === null || one.franchiseeId === actor.franchiseeId),
  );
  return {
    today,
    sections: sections.map(({ id, label }) => ({ id, label })),
    me: own ? { id: own.id, name: own.name } : null,
  };
});

export const invited = handle(contract.invited, async ({ db, actor, input }) => {
  const children = new Map<string, string>();
  let centre = 0;
  for (const id of new Set(input.sectionIds)) {
    const { franchiseeId } = await ensureMySection(db, actor, id, input.date);
    centre = franchiseeId;
    for (const child of await rosterOf(db, { franchiseeId, sectionId: id, on: input.date }))
      children.set(child.studentId, child.name);
  }
  const reached = new Set(
    (await guardiansToTell(db, [...children.keys()], centre))
      .filter(({ mobile }) => Boolean(mobile))
      .flatMap(({ studentIds }) => studentIds ?? []),
  );
  return {
    children: children.size,
    withoutMobile: [...children].filter(([id]) => !reached.has(id)).map(([, name]) => name),
  };
});

/** Who teaches, each once, the host first. */
function teachersOf(input: { hostId: string; moderatorIds?: unknown; expertIds?: unknown }) {
  const kinds = new Map<string, (typeof trainerKinds)[number]>([[input.hostId, 'Organizer']]);
  for (const [kind, ids] of [
    ['Moderator', input.moderatorIds],
    ['Expert', input.expertIds],
  ] as const)
    for (const id of (ids as string[] | null | undefined) ?? []) if (!kinds.has(id)) kinds.set(id, kind);
  return [...kinds].map(([staffId, kind]) => ({ staffId, kind }));
}

async function ensureTeachers(db: Db, franchiseeId: number, staff: ReturnType<typeof teachersOf>) {
  for (const { staffId, kind } of staff) {
    const field = kind === 'Organizer' ? 'hostId' : kind === 'Moderator' ? 'moderatorIds' : 'expertIds';
    const here = await db
      .selectFrom('staff')
      .select('id')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', staffId)
      .executeTakeFirst();
    ensure(
      here && (await isApproved(db, staffId)),
      invalid({ [field]: 'Choose approved staff of this centre' }),
    );
  }
}

/** Nobody teaches two classes at once: each person is locked, in one order, before anybody looks. */
async function ensureFree(
  db: Db,
  at: { franchiseeId: number; staffIds: readonly string[]; times: readonly { from: string; to: string }[] },
) {
  for (const id of [...at.staffIds].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended('online-class ' || ${id}::text, 0))`.execute(db);
  const { rows } = await sql<{ name: string | null; startsAt: string }>`
    select ${personName('p')} as name, c.starts_at as "startsAt"
      from unnest(${at.times.map(({ from }) => from)}::timestamptz[], ${at.times.map(({ to }) => to)}::timestamptz[]) as w (a, b)
      join online_class c on c.franchisee_id = ${at.franchiseeId} and c.starts_at < w.b and c.ends_at > w.a and c.status in ('SCHEDULED', 'LIVE')
      join online_class_staff t on t.franchisee_id = c.franchisee_id and t.online_class_id = c.id and t.staff_id = any (${[...at.staffIds]}::uuid[])
      join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
     order by c.starts_at, t.staff_id limit 1`.execute(db);
  const [busy] = rows;
  if (busy)
    throw refuseTraining('online-class.host-busy', {
      details: { name: busy.name ?? 'This person', time: formatDateTime(new Date(busy.startsAt)) },
    });
}

export const schedule = handle(contract.schedule, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  const times = {
    date: input.date,
    fromTime: input.fromTime,
    toTime: input.toTime,
    weekdays: input.weekdays ?? [],
    until: input.until ?? null,
  };
  const faults = timesFaults(times, yearId, now);
  ensure(Object.keys(faults).length === 0, invalid(faults));
  const sections: PlacedSection[] = [];
  for (const id of new Set(input.sectionIds as string[])) {
    const section = await ensureMySection(db, actor, id, input.date);
    ensure(section.franchiseeId === franchiseeId, () => refuse('row.not-found'));
    sections.push(section);
  }
  const staff = teachersOf(input);
  await ensureTeachers(db, franchiseeId, staff);
  const all = classDays(times);
  const days: string[] = [];
  for (const day of all) {
    const verdicts = [];
    for (const { classId } of sections) verdicts.push(await dayKind(db, { franchiseeId, classId }, day));
    const closed = verdicts.find(({ works }) => !works);
    ensure(
      !closed || day !== input.date,
      invalid({ date: `The centre is closed that day${closed?.title ? `: ${closed.title}` : ''}` }),
    );
    if (!closed) days.push(day);
  }
  const spans = days.map((day) => ({
    from: instantOf(day, input.fromTime),
    to: instantOf(day, input.toTime),
  }));
  await ensureFree(db, { franchiseeId, staffIds: staff.map(({ staffId }) => staffId), times: spans });
  const seriesId = days.length > 1 ? randomUUID() : null;
  let first = '';
  let children = 0;
  for (const { from, to } of spans) {
    const row = await db
      .insertInto('online_class')
      .values({
        franchisee_id: franchiseeId,
        academic_year_id: yearId,
        title: input.title,
        subject: input.subject || null,
        starts_at: from,
        ends_at: to,
        host_staff_id: input.hostId,
        series_id: seriesId,
        link_url: input.linkUrl,
        lobby: input.lobby,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const key = { franchisee_id: franchiseeId, online_class_id: row.id };
    await db
      .insertInto('online_class_section')
      .values(sections.map(({ id }) => ({ ...key, section_id: id })))
      .execute();
    await db
      .insertInto('online_class_staff')
      .values(staff.map(({ staffId, kind }) => ({ ...key, staff_id: staffId, kind })))
      .execute();
    const n = await inviteChildren(db, row);
    if (first === '') [first, children] = [row.id, n];
  }
  return { id: first, classes: days.length, skipped: all.length - days.length, children };
});

export const cancel = handle(contract.cancel, async ({ db, actor, input, version }) => {
  await ensureLooksAfter(db, actor, input.id);
  const row = await lockRow(db, 'online_class', input.id, version);
  const cancelled = await moveStatus(db, {
    states: classStates,
    table: 'online_class',
    row,
    action: 'cancel',
    reason: input.reason,
    set: { cancel_reason: input.reason },
  });
  for (const { id } of await invitedChildren(db, cancelled))
    await revokeLinks(db, { purpose: 'online-class.child', subjectId: id, reason: 'class cancelled' });
  await tellCancelled(db, cancelled);
  return {};
});

export const sendLinks = handle(contract.sendLinks, async ({ db, actor, input, request, now }) => {
  await ensureLooksAfter(db, actor, input.id);
  const row = await lockRow(db, 'online_class', input.id);
  const goesOn = row.status === 'SCHEDULED' || row.status === 'LIVE';
  ensure(goesOn && new Date(row.ends_at) > now, () => refuse('row.wrong-state'));
  const sent = await sendAll(db, row, request.id);
  await sql`update online_class set links_sent_at = ${now.toISOString()} where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(
    db,
  );
  return { sent };
});
