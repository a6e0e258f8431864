import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { recordFollowUp } from '../../enquiries/public.server.ts';
import { staffOfCentre } from '../../network/public.server.ts';
import { leaveWaitList, openAssignment, withdrawAssignment } from '../assignment/assignment-row.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { lostReasons, openStatuses, serviceEnquiryStates, wishStatuses } from './service-enquiry.states.ts';
import { childKey, ensureWish } from './write-enquiry.server.ts';

type Enquiry = RowIn<'service_enquiry'>;
const move = { states: serviceEnquiryStates, table: 'service_enquiry' } as const;

const setOf = (db: Db, row: Enquiry, set: Updateable<DB['service_enquiry']>) =>
  db
    .updateTable('service_enquiry')
    .set(set)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();

const ensureOpen = (row: Enquiry): void =>
  ensure((openStatuses as readonly string[]).includes(row.status), () => refuse('row.wrong-state'));

const ensureAhead = (day: string, now: Date): void =>
  ensure(day >= todayIst(now), () => refuse('input.invalid', { fields: { nextOn: 'Today or later' } }));

export const changeContact = handle(contract.changeContact, async ({ db, input, version }) => {
  const row = await lockRow(db, 'service_enquiry', input.id, version);
  const { guardianName, mobile } = input;
  if (!guardianName || !mobile)
    throw refuse('input.invalid', {
      fields: Object.fromEntries(
        Object.entries({ guardianName, mobile }).flatMap(([name, value]) =>
          value ? [] : [[name, 'Fill this in']],
        ),
      ),
    });
  if (row.student_id === null)
    await ensureOnlyOpen(db, { ...row, child_key: childKey(mobile, row.child_name) }, row.service_id);
  await setOf(db, row, {
    guardian_name: guardianName,
    mobile,
    email: input.email ?? null,
    pincode: input.pincode ?? null,
    address: input.address ?? null,
  });
  return {};
});

export const changeWish = handle(contract.changeWish, async ({ db, input, version }) => {
  const row = await lockRow(db, 'service_enquiry', input.id, version);
  ensure(wishStatuses.includes(row.status), () => refuseServices('service-enquiry.assigned'));
  await ensureWish(
    db,
    { franchiseeId: row.franchisee_id, yearId: row.academic_year_id },
    { wish: input, dob: row.dob, enrolled: row.student_id !== null },
  );
  await ensureOnlyOpen(db, row, input.serviceId);
  await setOf(db, row, {
    service_id: input.serviceId,
    wanted_from: input.wantedFrom,
    wanted_to: input.wantedTo ?? null,
    direction: input.direction ?? null,
    stop_text: input.stopText ?? null,
  });
  return {};
});

export const logContact = handle(contract.log, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'service_enquiry', input.id);
  ensureOpen(row);
  ensureAhead(input.nextOn, now);
  await recordFollowUp(db, {
    franchiseeId: row.franchisee_id,
    subjectId: row.id,
    channel: input.channel,
    outcome: input.outcome,
    note: input.note ?? null,
    plannedOn: row.next_follow_up_on,
    nextOn: input.nextOn,
    by: userIdOf(actor),
    now,
  });
  const set = { next_follow_up_on: input.nextOn };
  if (row.status === 'NEW') await moveStatus(db, { ...move, row, action: 'contact', set });
  else await setOf(db, row, set);
  return {};
});

export const addNote = handle(contract.note, async ({ db, input }) => {
  const row = await lockRow(db, 'service_enquiry', input.id);
  await db
    .insertInto('service_enquiry_log')
    .values({ franchisee_id: row.franchisee_id, service_enquiry_id: row.id, kind: 'NOTE', text: input.text })
    .execute();
  return {};
});

export const loseEnquiry = handle(contract.lose, async ({ db, input, version }) => {
  const row = await lockRow(db, 'service_enquiry', input.id, version);
  const open = await openAssignment(db, row);
  if (open && open.status !== 'ACTIVE')
    await withdrawAssignment(db, open, { reason: lostReasons[input.reason], action: 'cancel' });
  await leaveWaitList(db, row, 'LEFT');
  await moveStatus(db, {
    ...move,
    row,
    action: 'lose',
    reason: input.note ?? null,
    set: { lost_reason: input.reason, next_follow_up_on: null },
  });
  return {};
});

export const reviveEnquiry = handle(contract.revive, async ({ db, input, now, version }) => {
  const row = await lockRow(db, 'service_enquiry', input.id, version);
  ensureAhead(input.nextOn, now);
  await ensureOnlyOpen(db, row, row.service_id);
  await moveStatus(db, {
    ...move,
    row,
    action: 'revive',
    set: { lost_reason: null, next_follow_up_on: input.nextOn },
  });
  return {};
});

export const changeOwner = handle(contract.changeOwner, async ({ db, input }) => {
  // In one order, so that two such changes do not wait for each other.
  for (const id of [...new Set(input.ids)].sort()) {
    const row = await lockRow(db, 'service_enquiry', id);
    ensureOpen(row);
    const [owner] = await staffOfCentre(db, { franchiseeId: row.franchisee_id, id: input.ownerId, limit: 1 });
    ensure(owner, () =>
      refuse('input.invalid', {
        fields: { ownerId: 'Choose somebody who works at the centre of the enquiry' },
      }),
    );
    await setOf(db, row, { owner_id: input.ownerId });
  }
  return { changed: new Set(input.ids).size };
});

/** Refuses a second open wish of the same child for a service. */
async function ensureOnlyOpen(db: Db, row: Enquiry, serviceId: string): Promise<void> {
  const other = await db
    .selectFrom('service_enquiry as e')
    .innerJoin('service as s', 's.id', 'e.service_id')
    .select(['e.enquiry_code as code', 's.name as service'])
    .where('e.franchisee_id', '=', row.franchisee_id)
    .where('e.service_id', '=', serviceId)
    .where('e.academic_year_id', '=', row.academic_year_id)
    .where('e.child_key', '=', row.child_key)
    .where('e.id', '<>', row.id)
    .where('e.status', 'not in', ['ENDED', 'LOST'])
    .executeTakeFirst();
  if (other)
    throw refuseServices('service-enquiry.duplicate', {
      details: { child: row.child_name.split(' ')[0] ?? '', code: other.code, service: other.service },
    });
}
