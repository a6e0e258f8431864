import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { cancelMessages, queueMessage } from '../message/queue-message.server.ts';
import { eventContract } from './event.contract.ts';
import { refuseEvent } from './event.refusals.ts';
import { eventStates } from './event.states.ts';
import { expecting, invitedChildren, sourceOf, tellCancelled } from './event-rules.server.ts';

export const cancelEvent = handle(eventContract.cancel, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'event', input.id, version);
  const { reason } = input;
  const expected = row.status === 'PUBLISHED' ? await expecting(db, row, todayIst(now)) : [];
  await moveStatus(db, {
    states: eventStates,
    table: 'event',
    row,
    action: 'cancel',
    reason,
    set: { cancel_reason: reason },
  });
  await cancelMessages(db, { franchiseeId: row.franchisee_id, source: sourceOf(row.id) });
  let told = 0;
  for (const one of expected) told += await tellCancelled(db, row, one, reason);
  return { told };
});

export const cancelDate = handle(eventContract.cancelDate, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'event', input.id, version);
  ensure(row.status === 'PUBLISHED' && input.onDate >= todayIst(now), () => refuse('row.wrong-state'));
  const { numUpdatedRows } = await db
    .updateTable('event_date')
    .set({ cancelled_reason: input.reason })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('event_id', '=', row.id)
    .where('on_date', '=', input.onDate)
    .where('cancelled_reason', 'is', null)
    .executeTakeFirst();
  ensure(numUpdatedRows === 1n, () => refuse('row.wrong-state'));
  const expected = (await expecting(db, row, input.onDate)).filter(({ onDate }) => onDate === input.onDate);
  let told = 0;
  for (const one of expected) told += await tellCancelled(db, row, one, input.reason);
  return { told };
});

export const remindEvent = handle(eventContract.remind, async ({ db, input, now }) => {
  const row = await lockRow(db, 'event', input.id);
  const today = todayIst(now);
  const date = ensureFound(
    await db
      .selectFrom('event_date')
      .selectAll()
      .where('franchisee_id', '=', row.franchisee_id)
      .where('event_id', '=', row.id)
      .where('on_date', '=', input.onDate)
      .executeTakeFirst(),
  );
  const asks = row.status === 'PUBLISHED' && row.answers !== 'NONE' && (row.answer_until ?? today) >= today;
  ensure(asks && date.cancelled_reason === null && date.on_date >= today, () => refuseEvent('event.closed'));
  const { rows } = await sql<{ enrolmentId: string; studentId: string; name: string }>`
    select e.id as "enrolmentId", s.id as "studentId", s.name ${invitedChildren(row)}
       and not exists (select from event_rsvp r where r.franchisee_id = e.franchisee_id and r.event_id = ${row.id}
         and r.on_date = ${input.onDate} and r.enrolment_id = e.id)`.execute(db);
  let families = 0;
  for (const child of rows) {
    const queued = await queueMessage(db, {
      kind: 'communication.event-answer',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: { title: row.title, date: input.onDate, child: child.name },
      dedupeKey: `${row.id}:${input.onDate}:${child.enrolmentId}:${today}`,
      source: sourceOf(row.id),
    });
    if (queued) families += 1;
  }
  return { families };
});
