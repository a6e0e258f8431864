// Stop, pause, another fare, back again: each weighed as its preview was, then carried out in one transaction.
import { addDays, formatDate } from '@aangan/contract/period.ts';
import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { changeServicePlan, chargeDays, previewPlanChange } from '../../finance/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import { type Assignment, lockBoth } from '../assignment/assignment-row.server.ts';
import { serviceOf } from '../assignment/service-choice.server.ts';
import { tellFamily } from '../assignment/tell-family.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { assignedServiceContract as contract } from './assigned-service.contract.ts';
import { pauseStates } from './pause.states.ts';
import { weighChange } from './weigh-change.server.ts';

const NOTHING = { changes: [], cancelled: 0, credit: 0, debit: 0, added: 0, freed: 0 };

export const previewChange = handle(contract.preview, async ({ db, input, now }) => {
  const row = ensureFound(
    await db.selectFrom('service_assignment').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  try {
    const { plan, day, slab, charge } = await weighChange(db, row, input.change, now);
    const change = plan ? await previewPlanChange(db, plan) : { ...NOTHING, debit: charge };
    return { ...change, changes: [...change.changes], day, slab: slab?.slab ?? null, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 404) throw error;
    const words = Object.values(error.fields ?? {})[0] ?? error.message;
    return { ...NOTHING, day: row.ends_on, slab: null, refusal: words };
  }
});

const setOf = (db: Db, row: Assignment, set: Updateable<DB['service_assignment']>) =>
  db
    .updateTable('service_assignment')
    .set(set)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();

const notesOf = (serviceType: string | null) =>
  ({ debitReason: serviceType === 'TRANSPORT' ? 'SERVICE_FARE' : 'SERVICE_DAYS' }) as const;

export const stopService = handle(contract.stop, async ({ db, actor, input, now, version }) => {
  const { enquiry, row } = await lockBoth(db, input.id, version);
  const { plan, day } = await weighChange(db, row, { kind: 'STOP', on: input.on }, now);
  const service = await serviceOf(db, row.service_id);
  const done = await changeServicePlan(db, actor, {
    ...ensureFound(plan),
    lastDay: day,
    key: `stop:${row.version}`,
    reason: `${service.name} of ${enquiry.child_name} stops: ${input.reason}`,
    creditReason: 'SERVICE_STOP',
    ...notesOf(service.serviceType),
    now,
  });
  await setOf(db, row, { ends_on: day });
  await endTransport(db, { serviceAssignmentId: row.id, on: day, reason: input.reason });
  await db
    .updateTable('service_pause')
    .set({ status: 'REJECTED', decision_note: 'The service stops' })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('service_assignment_id', '=', row.id)
    .where('status', '=', 'PENDING')
    .execute();
  await tellFamily(db, enquiry, {
    kind: 'services.stopped',
    values: { service: service.name, date: day },
    key: `${row.id}:stopped:${row.version}`,
  });
  return { lastDay: day, credit: done.credit, waits: done.waits };
});

export const pauseService = handle(contract.pause, async ({ db, actor, input, now, version }) => {
  const { row } = await lockBoth(db, input.id, version);
  await weighChange(db, row, { kind: 'PAUSE', from: input.from, to: input.to }, now);
  const { id } = await db
    .insertInto('service_pause')
    .values({
      franchisee_id: row.franchisee_id,
      service_assignment_id: row.id,
      from_on: input.from,
      to_on: input.to,
      reason: input.reason,
      requested_by: userIdOf(actor),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { pauseId: id };
});

/** A pause with its service, locked in the order of all. */
async function lockPause(db: Db, id: string, version: number | undefined) {
  const { service_assignment_id } = ensureFound(
    await db
      .selectFrom('service_pause')
      .select('service_assignment_id')
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const both = await lockBoth(db, service_assignment_id);
  return { ...both, pause: await lockRow(db, 'service_pause', id, version) };
}

export const decidePause = handle(contract.decidePause, async ({ db, actor, input, now, version }) => {
  const { enquiry, row, pause } = await lockPause(db, input.id, version);
  ensure(pause.status === 'PENDING', () => refuse('row.wrong-state'));
  ensure(actor.userId !== pause.requested_by, () => refuseServices('service.own-pause'));
  const approves = input.decision === 'approve';
  if (!approves && !input.note) throw refuse('input.invalid', { fields: { note: 'Say why' } });
  const service = await serviceOf(db, row.service_id);
  const { plan } = approves
    ? await weighChange(db, row, { kind: 'DECIDE', pauseId: pause.id }, now)
    : { plan: null };
  const done = plan
    ? await changeServicePlan(db, actor, {
        ...plan,
        key: `pause:${pause.id}`,
        reason: `${service.name} of ${enquiry.child_name} pauses: ${pause.reason}`,
        creditReason: 'SERVICE_PAUSE',
        ...notesOf(service.serviceType),
        askedBy: pause.requested_by,
        now,
      })
    : NOTHING;
  const credit = done.credit + done.cancelled;
  await decide(db, actor, {
    states: pauseStates,
    table: 'service_pause',
    row: pause,
    action: input.decision,
    decision: approves ? 'APPROVE' : 'REJECT',
    makers: [pause.requested_by],
    reason: input.note ?? null,
    set: {
      decided_by: userIdOf(actor),
      decided_at: now,
      decision_note: input.note ?? null,
      ...(approves ? { credit, approved_to: pause.to_on } : {}),
    },
  });
  if (approves)
    await tellFamily(db, enquiry, {
      kind: 'services.paused',
      values: { service: service.name, date: pause.from_on, until: pause.to_on, amountPaise: credit },
      key: `${pause.id}:paused`,
    });
  return { credit };
});

export const resumeService = handle(contract.resume, async ({ db, actor, input, now, version }) => {
  const { enquiry, row, pause } = await lockPause(db, input.id, version);
  const { charge } = await weighChange(db, row, { kind: 'RESUME', pauseId: pause.id, on: input.on }, now);
  const service = await serviceOf(db, row.service_id);
  if (charge > 0)
    await chargeDays(db, actor, {
      franchiseeId: row.franchisee_id,
      assignmentId: row.fee_assignment_id,
      feeAccountId: row.fee_account_id,
      amount: charge,
      dueOn: input.on,
      key: `resume:${pause.id}`,
      reason: `${service.name} of ${enquiry.child_name} is used again from ${formatDate(input.on)}`,
      ...notesOf(service.serviceType),
      now,
    });
  await moveStatus(db, {
    states: pauseStates,
    table: 'service_pause',
    row: pause,
    action: 'resume',
    set: { to_on: addDays(input.on, -1), credit: pause.credit - charge },
  });
  return { debit: charge };
});

export const changeSlab = handle(contract.changeSlab, async ({ db, actor, input, now, version }) => {
  const { enquiry, row } = await lockBoth(db, input.id, version);
  const { plan, slab } = await weighChange(db, row, { kind: 'SLAB', ...input }, now);
  const { slab: letter } = ensureFound(slab);
  const service = await serviceOf(db, row.service_id);
  const done = await changeServicePlan(db, actor, {
    ...ensureFound(plan),
    key: `slab:${row.version}`,
    reason: `${service.name} of ${enquiry.child_name}: slab ${letter} from ${formatDate(input.from)}`,
    creditReason: 'SERVICE_CHANGE',
    ...notesOf(service.serviceType),
    now,
  });
  await setOf(db, row, {
    slab: letter,
    direction: input.direction,
    distance_m: input.distanceM,
    stop_text: input.stopText ?? row.stop_text,
  });
  return { slab: letter, credit: done.credit, debit: done.debit, waits: done.waits };
});
