// Moving many enquiries to other owners: look, start, stop, take back.
import { todayIst } from '@aangan/contract/period.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { setOwners } from './allocate.server.ts';
import { logAllocation } from './allocation-log.server.ts';
import { UNDO_HOURS } from './allocation-words.ts';
import { namesOf } from './lead-allocation.queries.server.ts';
import { leadReallocationContract, type ReallocationTarget } from './lead-reallocation.contract.ts';
import { type MoveLine, type MovePlan, planMove } from './reallocation-plan.server.ts';
import { peopleAt } from './roster.server.ts';

export const reallocationPeople = handle(leadReallocationContract.people, async ({ db, actor, now }) => {
  const franchiseeId = chosenCentre(actor);
  const able = await peopleAt(db, { franchiseeId, today: todayIst(now) });
  const { rows } = await sql<{ id: string; n: number }>`
    select owner_id::text as id, count(*)::int as n from enquiry where franchisee_id = ${franchiseeId} and is_open and owner_id is not null group by owner_id`.execute(
    db,
  );
  // Owners who may not own any more are exactly those whose work has to move.
  const gone = rows.filter((row) => !able.some((one) => one.id === row.id));
  const names = await namesOf(
    db,
    gone.map((row) => row.id),
  );
  return {
    rows: [
      ...able.map(({ id, name, open, against }) => ({ id, name, open, able: true, against })),
      ...gone.map((row) => ({
        id: row.id,
        name: names.get(row.id) ?? 'Somebody',
        open: row.n,
        able: false,
        against: 'May not change enquiries here',
      })),
    ],
  };
});

async function ensureTarget(db: Db, franchiseeId: number, target: ReallocationTarget): Promise<void> {
  if (target.kind === 'RULES') return;
  const able = new Set((await eligibleOwners(db, franchiseeId)).map((one) => one.id));
  ensure(
    target.userIds.every((id) => able.has(id)),
    () =>
      refuseEnquiry('allocation.user-not-eligible', {
        details: { reason: 'this person may not change enquiries of the centre' },
      }),
  );
}

export const previewMove = handle(leadReallocationContract.preview, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const today = todayIst(now);
  await ensureTarget(db, franchiseeId, input.target);
  const plan = await planMove(db, { franchiseeId, today, now }, input, input.target);
  const moving = plan.lines.filter((line) => line.to !== null);
  return {
    total: plan.lines.length,
    moved: moving.length,
    people: await loadsOf(db, { franchiseeId }, plan),
    skipped: countsOf(plan.lines),
    seen: plan.seen,
  };
});

const countsOf = (lines: readonly MoveLine[]): { reason: string; n: number }[] => {
  const counts = new Map<string, number>();
  for (const { reason } of lines) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, n]) => ({ reason, n })).sort((a, b) => b.n - a.n);
};

/** Open enquiries of everybody the move touches, before and after it. */
async function loadsOf(db: Db, { franchiseeId }: { franchiseeId: number }, plan: MovePlan) {
  const moving = plan.lines.filter((line) => line.to !== null);
  const ids = [...new Set(moving.flatMap((line) => [line.lead.ownerId ?? '', line.to ?? '']))].filter(
    Boolean,
  );
  const { rows } = await sql<{ id: string; n: number }>`
    select u.id::text as id, (select count(*)::int from enquiry e where e.franchisee_id = ${franchiseeId} and e.owner_id = u.id and e.is_open) as n
      from unnest(${ids}::uuid[]) u (id)`.execute(db);
  const names = await namesOf(db, ids);
  return rows
    .map((row) => ({
      id: row.id,
      name: names.get(row.id) ?? 'Somebody',
      before: row.n,
      after:
        row.n -
        moving.filter((line) => line.lead.ownerId === row.id).length +
        moving.filter((line) => line.to === row.id).length,
    }))
    .sort((a, b) => a.after - a.before - (b.after - b.before) || a.name.localeCompare(b.name));
}

export const REALLOCATE_JOB = 'enquiries.reallocate';

export const startMove = handle(leadReallocationContract.start, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const today = todayIst(now);
  await ensureTarget(db, franchiseeId, input.target);
  const plan = await planMove(db, { franchiseeId, today, now }, input, input.target);
  ensure(plan.seen === input.seen, () => refuseEnquiry('allocation.changed-since-preview'));
  const moving = plan.lines.filter((line) => line.to !== null);
  ensure(moving.length > 0, () => refuseEnquiry('allocation.nothing-to-move'));
  const skipped = plan.lines.length - moving.length;
  const batch = await db
    .insertInto('reallocation_batch')
    .values({
      franchisee_id: franchiseeId,
      filters: JSON.stringify(input.ids ? { chosen: input.ids.length } : (input.filters ?? {})),
      target: JSON.stringify(input.target),
      reason: input.reason ?? null,
      total: plan.lines.length,
      done: skipped,
      skipped,
      by: actor.userId,
      at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = plan.lines.map((line, n) => ({
    n: n + 1,
    enquiry_id: line.lead.id,
    from_owner: line.lead.ownerId,
    to_owner: line.to,
    state: line.to === null ? 'SKIPPED' : 'WAITING',
    reason: line.reason,
  }));
  await sql`insert into reallocation_item (franchisee_id, batch_id, n, enquiry_id, from_owner, to_owner, state, reason)
    select ${franchiseeId}::int, ${batch.id}::uuid, n, enquiry_id, from_owner, to_owner, state, reason
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x (n int, enquiry_id uuid, from_owner uuid, to_owner uuid, state text, reason text)`.execute(
    db,
  );
  await runJob(
    db,
    REALLOCATE_JOB,
    { batchId: batch.id, franchiseeId },
    { franchiseeId, dedupeKey: batch.id },
  );
  return { batchId: batch.id, total: plan.lines.length };
});

export const cancelMove = handle(leadReallocationContract.cancel, async ({ db, input }) => {
  const done = await db
    .updateTable('reallocation_batch')
    .set({ cancel_asked: true })
    .where('id', '=', input.id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('id')
    .executeTakeFirst();
  if (!done) {
    ensureFound(
      await db.selectFrom('reallocation_batch').select('id').where('id', '=', input.id).executeTakeFirst(),
    );
    throw refuseEnquiry('allocation.batch-done');
  }
  return { id: done.id };
});

export const undoMove = handle(leadReallocationContract.undo, ({ db, actor, input, now }) =>
  undoBatch(db, { id: input.id, now, by: actor.userId }),
);

interface UndoAsked {
  id: string;
  now: Date;
  by: string | null;
  /** A move of somebody's enquiries is not there. */
  onlyRuns?: boolean;
}

/** Gives back what a batch took, as far as it still stands as the batch left it. */
export async function undoBatch(
  db: Db,
  { id, now, by, onlyRuns = false }: UndoAsked,
): Promise<{ undone: number; kept: number }> {
  const batch = ensureFound(
    await db
      .selectFrom('reallocation_batch')
      .selectAll()
      .where('id', '=', id)
      .$if(onlyRuns, (query) => query.where(sql<boolean>`filters ? 'waiting'`))
      .forUpdate()
      .executeTakeFirst(),
  );
  ensure(batch.state === 'DONE' || batch.state === 'CANCELLED', () =>
    refuseEnquiry('allocation.batch-not-done'),
  );
  const end = new Date(batch.finished_at ?? batch.at).getTime() + UNDO_HOURS * 3_600_000;
  ensure(now.getTime() <= end, () => refuseEnquiry('allocation.undo-late'));
  const franchiseeId = batch.franchisee_id;
  const at = { franchiseeId, now, by };
  // Only what still stands as the move left it: open, same owner, and nobody decided on it since.
  const { rows } = await sql<{ id: string; from: string | null; to: string }>`
    select e.id::text as id, i.from_owner::text as "from", i.to_owner::text as "to" from reallocation_item i join enquiry e on e.franchisee_id = i.franchisee_id and e.id = i.enquiry_id
     where i.franchisee_id = ${franchiseeId} and i.batch_id = ${batch.id}::uuid and i.state = 'MOVED' and e.is_open and e.owner_id = i.to_owner
       and (select l.batch_id from allocation_log l where l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id order by l.seq desc limit 1) = i.batch_id
     order by e.id for no key update of e`.execute(db);
  await setOwners(
    db,
    at,
    rows.map((row) => ({ id: row.id, owner: row.from })),
  );
  await logAllocation(
    db,
    at,
    rows.map((row) => ({ enquiryId: row.id, from: row.to, to: row.from, why: 'UNDO', batchId: batch.id })),
  );
  await sql`update reallocation_item set state = 'UNDONE' where franchisee_id = ${franchiseeId} and batch_id = ${batch.id}::uuid and enquiry_id = any (${rows.map((row) => row.id)}::uuid[])`.execute(
    db,
  );
  await db
    .updateTable('reallocation_batch')
    .set({ state: 'UNDONE', undone_at: now.toISOString(), undone_by: by, undone_n: rows.length })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batch.id)
    .execute();
  return { undone: rows.length, kept: batch.moved - rows.length };
}
