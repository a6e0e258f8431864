// Enrolling, deciding and ending: never decided by who asked, nor by who learns.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { attemptsUsedUp } from './enrollment.listing.server.ts';
import { enrollmentStates } from './enrollment.states.ts';

type Row = RowIn<'teacher_enrollment'>;

const ensureAhead = (dueOn: string | null | undefined, today: Day): void =>
  ensure(!dueOn || dueOn >= today, () =>
    refuse('input.invalid', { fields: { dueOn: 'Choose today or a later day' } }),
  );

/** The people, all of them approved and in reach. */
async function learners(db: Db, actor: Actor, staffIds: readonly string[]) {
  const wanted = [...new Set(staffIds)];
  const { rows } = await sql<{ id: string; name: string; status: string }>`
    select s.id, s.name, s.status from staff s where ${several('s.id', wanted, 'uuid')} and ${inChosenCentre(actor, 's.franchisee_id')} for share`.execute(
    db,
  );
  ensure(rows.length === wanted.length, () => refuse('row.not-found'));
  const other = rows.find(({ status }) => status !== 'APPROVED');
  ensure(!other, () => refuseTraining('enrollment.not-approved', { details: { name: other?.name } }));
  return wanted;
}

async function publishedModules(db: Db, moduleIds: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(moduleIds)];
  const { rows } = await sql<{ status: string; title: string }>`
    select status, title from teacher_module where ${several('id', wanted, 'uuid')} for share`.execute(db);
  ensure(rows.length === wanted.length, () =>
    refuse('input.invalid', { fields: { moduleIds: 'Choose modules of the list' } }),
  );
  const other = rows.find(({ status }) => status !== 'PUBLISHED');
  ensure(!other, () => refuseTraining('enrollment.not-published', { details: { title: other?.title } }));
  return wanted;
}

export const enrol = handle(contract.enrol, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  ensureAhead(input.dueOn, today);
  const staffIds = await learners(db, actor, input.staffIds);
  const moduleIds = await publishedModules(db, input.moduleIds);
  const pairs = sql`from staff s cross join teacher_module m where ${several('s.id', staffIds, 'uuid')} and ${several('m.id', moduleIds, 'uuid')}
    and (cardinality(m.staff_categories) = 0 or s.category = any (m.staff_categories))`;
  // Two who enrol side by side: the second meets the unique index, and counts as already enrolled.
  const { rows: made } = await sql<{ id: string; franchisee_id: number; status: string }>`
    insert into teacher_enrollment (franchisee_id, staff_id, module_id, edition, cycle_no, status, requested_by, due_on, note)
    select s.franchisee_id, s.id, m.id, m.edition,
        1 + coalesce((select max(e.cycle_no) from teacher_enrollment e where e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.module_id = m.id), 0),
        case when m.needs_approval then 'REQUESTED' else 'APPROVED' end, ${userIdOf(actor)},
        coalesce(${input.dueOn}::date, case when not m.needs_approval then ${today}::date + m.due_days end), ${input.note}
      ${pairs} order by s.id, m.id on conflict do nothing returning id, franchisee_id, status`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${pairs}`.execute(db);
  const fitting = counted[0]?.n ?? 0;
  for (const { id, franchisee_id, status } of made)
    if (status === 'APPROVED') await tellLearner(db, franchisee_id, id);
  return {
    enrolled: made.length,
    waiting: made.filter(({ status }) => status === 'REQUESTED').length,
    already: fitting - made.length,
    notFor: staffIds.length * moduleIds.length - fitting,
  };
});

/** Tells the person who learns what became of it. */
async function tellLearner(db: Db, franchiseeId: number, id: string): Promise<void> {
  const { rows } = await sql<{
    user_id: string | null;
    title: string;
    status: string;
    due_on: string | null;
    version: number;
  }>`select s.user_id, m.title, e.status, e.due_on, e.version from teacher_enrollment e join teacher_module m on m.id = e.module_id
      join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id where e.franchisee_id = ${franchiseeId} and e.id = ${id}`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  if (row.user_id === null) return;
  const approved = row.status === 'APPROVED';
  await notify(db, {
    userId: row.user_id,
    kind: 'enrollment.decided',
    title: approved ? `You are enrolled: ${row.title}` : `Not enrolled: ${row.title}`,
    body: approved
      ? row.due_on === null
        ? 'Your centre asks you to learn by this module.'
        : `Finish it by ${formatDate(row.due_on)}.`
      : 'Ask your centre head for the reason.',
    franchiseeId,
    sourceArea: 'training',
    dedupeKey: `enrollment:${id}:${row.version}`,
  });
}

export const change = handle(contract.change, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'teacher_enrollment', input.id, version);
  ensure(actionsFrom(enrollmentStates, row.status).length > 0, () => refuse('row.wrong-state'));
  if (input.dueOn !== row.due_on) ensureAhead(input.dueOn, todayIst(now));
  await db
    .updateTable('teacher_enrollment')
    .set({ due_on: input.dueOn ?? null, note: input.note ?? null })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const withdraw = handle(contract.withdraw, async ({ db, input, version }) => {
  const row = await lockRow(db, 'teacher_enrollment', input.id, version);
  await moveStatus(db, {
    states: enrollmentStates,
    table: 'teacher_enrollment',
    row,
    action: 'withdraw',
    reason: input.reason,
    set: { reason: input.reason },
  });
  return {};
});

export const allowAttempt = handle(contract.allowAttempt, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'teacher_enrollment', input.id, version);
  await ensureNotOwn(db, actor, row);
  ensure(row.status === 'IN PROGRESS' && (await isUsedUp(db, row)), () =>
    refuseTraining('enrollment.attempts-left'),
  );
  await db
    .updateTable('teacher_enrollment')
    .set({ extra_attempts: row.extra_attempts + 1 })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

async function isUsedUp(db: Db, row: Row): Promise<boolean> {
  const { rows } = await sql`select ${attemptsUsedUp('e')} as used from teacher_enrollment e
    where e.franchisee_id = ${row.franchisee_id} and e.id = ${row.id}`.execute(db);
  return (rows[0] as { used: boolean } | undefined)?.used === true;
}

/** Nobody gives themselves another attempt. */
async function ensureNotOwn(db: Db, actor: Actor, row: Row): Promise<void> {
  const staff = await db
    .selectFrom('staff')
    .select('user_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.staff_id)
    .executeTakeFirst();
  ensure(ensureFound(staff).user_id !== actor.userId, () => refuseTraining('enrollment.own-request'));
}

/** Neither who asked for it nor who learns decides. */
async function ensureOther(db: Db, actor: Actor, row: Row): Promise<void> {
  const staff = ensureFound(
    await db
      .selectFrom('staff')
      .select('user_id')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.staff_id)
      .executeTakeFirst(),
  );
  ensure(row.requested_by !== actor.userId && staff.user_id !== actor.userId, () =>
    refuseTraining('enrollment.own-request'),
  );
}

export const approve = handle(contract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'teacher_enrollment', input.id, version);
  await ensureOther(db, actor, row);
  const today = todayIst(now);
  ensureAhead(input.dueOn, today);
  const module = ensureFound(
    await db
      .selectFrom('teacher_module')
      .select(['title', 'status', 'edition', 'due_days'])
      .where('id', '=', row.module_id)
      .executeTakeFirst(),
  );
  ensure(module.status === 'PUBLISHED', () =>
    refuseTraining('enrollment.not-published', { details: { title: module.title } }),
  );
  const usual = module.due_days === null ? null : addDays(today, module.due_days);
  await decide(db, actor, {
    states: enrollmentStates,
    table: 'teacher_enrollment',
    row,
    action: 'approve',
    decision: 'APPROVE',
    makers: [row.requested_by],
    set: {
      edition: module.edition,
      due_on: input.dueOn ?? row.due_on ?? usual,
      decided_by: userIdOf(actor),
      decided_at: now.toISOString(),
    },
  });
  await tellLearner(db, row.franchisee_id, row.id);
  return {};
});

export const reject = handle(contract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'teacher_enrollment', input.id, version);
  await ensureOther(db, actor, row);
  await decide(db, actor, {
    states: enrollmentStates,
    table: 'teacher_enrollment',
    row,
    action: 'reject',
    decision: 'REJECT',
    makers: [row.requested_by],
    reason: input.reason,
    set: { reason: input.reason, decided_by: userIdOf(actor), decided_at: now.toISOString() },
  });
  await tellLearner(db, row.franchisee_id, row.id);
  return {};
});
