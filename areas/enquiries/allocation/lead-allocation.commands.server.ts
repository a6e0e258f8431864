import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { reasonOf, tellOwners } from '../sla/tell-allocation.server.ts';
import { byIds, runRules, setOwners, storedLeads } from './allocate.server.ts';
import { logAllocation } from './allocation-log.server.ts';
import { MOST_ASSIGNED } from './allocation-words.ts';
import { countGiven, lockAllocation } from './desk.server.ts';
import { leadAllocationContract } from './lead-allocation.contract.ts';
import { undoBatch } from './reallocation.server.ts';
import { peopleAt } from './roster.server.ts';
import { closeRunBatch, openRunBatch } from './run-batch.server.ts';
import { centresWaiting, waiting } from './waiting-leads.server.ts';

/** The one centre these enquiries belong to; those out of reach are not there. */
async function centreOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('enquiry')
    .select('franchisee_id')
    .distinct()
    .where('id', 'in', [...ids])
    .execute();
  const [first] = rows;
  if (!first) throw refuse('row.not-found');
  if (rows.length > 1) throw refuseEnquiry('allocation.several-centres');
  return first.franchisee_id;
}

export const assignEnquiries = handle(leadAllocationContract.assign, async ({ db, actor, input, now }) => {
  const ids = [...new Set(input.ids)];
  const franchiseeId = await centreOf(db, ids);
  const at = { franchiseeId, now, by: actor.userId };
  const leads = await storedLeads(db, franchiseeId, { where: byIds(ids), limit: ids.length, lock: true });
  await lockAllocation(db, franchiseeId);
  const person = (await peopleAt(db, { franchiseeId, today: todayIst(now) }, { everyone: true })).find(
    (one) => one.id === input.userId,
  );
  const notHere = 'this person may not change enquiries of the centre';
  ensure(person, () => refuseEnquiry('allocation.user-not-eligible', { details: { reason: notHere } }));
  const room = person.quota === null ? null : person.quota - person.today;
  const against =
    person.against ??
    (room !== null && leads.length > room
      ? `${person.name} has ${room} of ${person.quota} places left today`
      : null);
  ensure(!against || input.reason, () =>
    refuseEnquiry('allocation.user-not-eligible', { details: { reason: against ?? '' } }),
  );
  const moving = leads.filter((lead) => lead.isOpen && lead.ownerId !== person.id);
  await setOwners(
    db,
    at,
    moving.map((lead) => ({ id: lead.id, owner: person.id })),
  );
  await countGiven(db, at, new Map(moving.length > 0 ? [[person.id, moving.length]] : []));
  await logAllocation(
    db,
    at,
    moving.map((lead) => ({
      enquiryId: lead.id,
      from: lead.ownerId,
      to: person.id,
      why: 'MANUAL',
      note: input.reason ?? null,
    })),
  );
  if (person.id !== actor.userId)
    await tellOwners(
      db,
      at,
      moving.map((lead) => lead.id),
    );
  return { assigned: moving.length, skipped: ids.length - moving.length };
});

export const runRulesAgain = handle(leadAllocationContract.runRules, async ({ db, actor, input, now }) => {
  // In the order of their numbers, so that two who run for all never wait for each other.
  const centres = input.ids
    ? [await centreOf(db, input.ids)]
    : actor.franchiseeId === null
      ? await centresWaiting(db)
      : [actor.franchiseeId];
  const runs: RuleRun[] = [];
  for (const franchiseeId of centres)
    runs.push(await runAt(db, { franchiseeId, now, by: actor.userId }, input.ids));
  const sum = (of: (run: RuleRun) => number) => runs.reduce((n, run) => n + of(run), 0);
  return {
    given: sum((run) => run.given),
    waiting: sum((run) => run.waiting),
    centres: centres.length,
    reason: runs.find((run) => run.reason !== null)?.reason ?? null,
    batchIds: runs.flatMap((run) => (run.given > 0 ? [run.batchId] : [])),
  };
});

interface RuleRun {
  given: number;
  waiting: number;
  reason: string | null;
  batchId: string;
}

async function runAt(
  db: Db,
  at: { franchiseeId: number; now: Date; by: string | null },
  ids: readonly string[] | undefined,
): Promise<RuleRun> {
  const leads = await storedLeads(db, at.franchiseeId, {
    where: sql`${waiting} ${ids ? sql`and ${byIds(ids)}` : sql``}`,
    limit: MOST_ASSIGNED,
    lock: true,
  });
  const batchId = await openRunBatch(db, at);
  const done = await runRules(db, at, leads, { batchId });
  const given = done.flatMap(({ enquiryId, ownerId: to }) => (to === null ? [] : [{ enquiryId, to }]));
  await closeRunBatch(db, { ...at, batchId }, given);
  await tellOwners(
    db,
    at,
    given.map((one) => one.enquiryId),
  );
  const without = done.find((one) => one.ownerId === null);
  return {
    given: given.length,
    waiting: done.length - given.length,
    reason: without ? await reasonOf(db, without) : null,
    batchId,
  };
}

/** Only runs of the rules over leads that waited: who moves from one owner to another is another right. */
export const undoRun = handle(leadAllocationContract.undoRun, async ({ db, actor, input, now }) => {
  let undone = 0;
  let kept = 0;
  for (const id of [...new Set(input.batchIds)].sort()) {
    const out = await undoBatch(db, { id, now, by: actor.userId, onlyRuns: true });
    undone += out.undone;
    kept += out.kept;
  }
  return { undone, kept };
});
