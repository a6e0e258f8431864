// What capturing owes to allocation: owners before the rows are written, log, clock and words to people after.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { CaptureContext } from '../enquiry/capture-types.ts';
import type { NewEnquiry } from '../enquiry/capture-writes.server.ts';
import { type Clock, startClocks } from '../sla/first-answer.server.ts';
import { reasonOf, tellHeads, tellOwners } from '../sla/tell-allocation.server.ts';
import {
  type Allocation,
  allocateLeads,
  byIds,
  logNewLeads,
  runRules,
  storedLeads,
} from './allocate.server.ts';

/**
 * Decides the owners of new enquiries and sets them; call it before they are written. What is over before it begins
 * (`closed`) takes nobody's turn or quota: it has an owner only where the file names one.
 */
export async function allocateFresh(
  db: Db,
  context: CaptureContext,
  fresh: readonly NewEnquiry[],
): Promise<Allocation[]> {
  const allocations = await allocateLeads(
    db,
    context,
    fresh
      .filter(({ family }) => !family.closed || family.ownerId)
      .map((one) => ({
        id: one.id,
        householdId: one.householdId,
        facts: {
          pincode: one.family.pincode ?? null,
          classId: one.child.classId ?? null,
          classCategory: one.classCategory,
          sourceId: one.family.sourceId,
          language: one.family.language,
          programme: one.child.programme ?? null,
        },
        given: one.family.ownerId ?? null,
        sticky: one.familyOwner,
        keptBy: context.via === 'USER' ? context.by : null,
      })),
  );
  const owners = new Map(allocations.map((one) => [one.enquiryId, one.ownerId]));
  for (const one of fresh) one.ownerId = owners.get(one.id) ?? null;
  return allocations;
}

/** Log, clock and words to people, once the enquiries are rows. `revived`: lost ones whose family wrote again. */
export async function afterCapture(
  db: Db,
  context: CaptureContext,
  done: { fresh: readonly NewEnquiry[]; allocations: readonly Allocation[]; revived: readonly string[] },
): Promise<void> {
  const { fresh, allocations, revived } = done;
  await logNewLeads(db, context, allocations);
  await startClocks(
    db,
    context,
    fresh
      .filter((one) => one.slaDueAt !== null)
      .map((one) => ({
        enquiryId: one.id,
        cycle: 1,
        sourceId: one.family.sourceId,
        startedAt: new Date(one.capturedAt),
      })),
  );
  const again = revived.length > 0 ? await allocateRevived(db, context, revived) : [];
  // A file tells nobody lead by lead, and whoever stands at the desk knows.
  if (context.via !== 'INTAKE') return;
  await tellOwners(
    db,
    context,
    [...allocations, ...again].filter((one) => one.ownerId !== null).map((one) => one.enquiryId),
  );
  const without = [...allocations, ...again].find((one) => one.ownerId === null);
  if (without) await tellHeads(db, context, await reasonOf(db, without));
}

interface Revived extends Clock {
  digital: boolean;
}

/** A family that wrote again goes to the owner of before, if they can; its clock begins anew. */
async function allocateRevived(
  db: Db,
  context: CaptureContext,
  ids: readonly string[],
): Promise<Allocation[]> {
  const leads = await storedLeads(db, context.franchiseeId, {
    where: byIds(ids),
    limit: ids.length,
    lock: true,
  });
  const given = await runRules(
    db,
    context,
    leads.filter((lead) => lead.isOpen),
    { sticky: true, onlyMatched: true },
  );
  if (context.via === 'INTAKE') {
    const { rows } = await sql<Revived>`
      select e.id::text as "enquiryId", e.cycle, t.source_id::text as "sourceId", s.digital from enquiry e
        join lateral (select source_id from enquiry_touch where franchisee_id = e.franchisee_id and enquiry_id = e.id order by at desc limit 1) t on true
        join enquiry_source s on s.id = t.source_id
       where e.franchisee_id = ${context.franchiseeId} and e.is_open and e.id = any (${[...ids]}::uuid[])`.execute(
      db,
    );
    await startClocks(
      db,
      context,
      rows
        .filter((row) => row.digital)
        .map(({ enquiryId, cycle, sourceId }) => ({ enquiryId, cycle, sourceId, startedAt: context.now })),
    );
  }
  return given;
}
