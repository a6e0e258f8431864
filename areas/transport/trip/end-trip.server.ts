// A trip ends in two steps: nobody is open on the list, and somebody has walked to the back seat of this very vehicle.
import { randomUUID } from 'node:crypto';
import { formatTime } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFresh, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { raiseAlarm, settleAlarms } from './alarm.server.ts';
import { FORCE_CODE } from './board.server.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { stickerOf } from './sticker.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import { tripStates } from './trip.states.ts';

const MINUTE_MS = 60_000;
const ofBus = { states: tripStates, table: 'trip' as const };

/** Those on the bus first: they are who must not be forgotten. */
async function ensureNobodyOpen(db: Db, trip: Trip): Promise<void> {
  const open = await db
    .selectFrom('trip_child as c')
    .innerJoin('student as s', (on) =>
      on.onRef('s.franchisee_id', '=', 'c.franchisee_id').onRef('s.id', '=', 'c.student_id'),
    )
    .select(['s.name'])
    .where('c.franchisee_id', '=', trip.franchisee_id)
    .where('c.trip_id', '=', trip.id)
    .where('c.state', 'in', ['EXPECTED', 'BOARDED'])
    .orderBy('c.state')
    .orderBy('s.name')
    .execute();
  ensure(open.length === 0, () =>
    refuseTransport('trip.children-open', { details: { names: open.map(({ name }) => name).join(', ') } }),
  );
}

export const endTrip = handle(contract.end, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureStep(tripStates, trip.status, 'end');
  await ensureNobodyOpen(db, trip);
  const within = await vehicleSettingOf(db, trip.franchisee_id, 'check_min', trip.service_date);
  const at = now.toISOString();
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'end',
    set: {
      arrived_at: trip.arrived_at ?? at,
      check_due_at: new Date(now.getTime() + within * MINUTE_MS).toISOString(),
    },
  });
  return {};
});

export const checkTrip = handle(contract.check, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureStep(tripStates, trip.status, 'check');
  const { franchisee_id: franchiseeId } = trip;
  const sticker = await stickerOf(db, franchiseeId, input.code);
  ensure(sticker, () =>
    refuseTransport('trip.no-sticker', { fields: { code: 'No sticker of a vehicle has this code' } }),
  );
  ensure(sticker.vehicleId === trip.vehicle_id, () =>
    refuseTransport('trip.wrong-sticker', {
      details: { reg: sticker.reg },
      fields: { code: `Of ${sticker.reg}` },
    }),
  );
  ensure(sticker.side === 'VEHICLE_REAR', () =>
    refuseTransport('check.front-sticker', { fields: { code: 'Please walk to the back seat' } }),
  );
  const photo = input.photo ?? null;
  ensure(
    photo !== null || !(await vehicleSettingOf(db, franchiseeId, 'require_check_photo', trip.service_date)),
    () => refuse('input.invalid', { fields: { photo: 'Take a photo of the empty vehicle' } }),
  );
  if (photo !== null)
    await useFile(db, {
      franchiseeId,
      fileId: photo,
      area: 'transport',
      subjectKind: 'trip',
      subjectId: trip.id,
      accept: ['jpg', 'png'],
    });
  const at = now.toISOString();
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'check',
    set: {
      completed_at: at,
      check_method: sticker.short ? 'REAR_CODE' : 'REAR_QR',
      check_photo_id: photo,
      check_by: userIdOf(actor),
    },
  });
  await db
    .insertInto('scan_log')
    .values({
      franchisee_id: franchiseeId,
      id: randomUUID(),
      at_device: at,
      trip_id: trip.id,
      kind: 'REAR_CHECK',
      subject_kind: 'VEHICLE',
      subject_id: sticker.vehicleId,
      by_user: userIdOf(actor),
      at,
      result: 'ALLOWED',
    })
    .execute();
  const note = `Seats checked at ${formatTime(now)}`;
  await settleAlarms(db, {
    franchiseeId,
    tripId: trip.id,
    kinds: ['CHECK_OVERDUE', 'CHILD_ON_BOARD'],
    note,
    now,
  });
  return {};
});

export const callForHelp = handle(contract.sos, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensure(trip.status === 'IN_PROGRESS' || trip.status === 'CHECK_DUE', () => refuse('row.wrong-state'));
  await raiseAlarm(db, { franchiseeId: trip.franchisee_id, tripId: trip.id, kind: 'SOS', level: 3, now });
  return {};
});

export const forceClose = handle(contract.forceClose, async ({ db, actor, input, version, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureFresh(trip.version === version ? 1 : 0);
  ensure(holdsCode(actor, FORCE_CODE), () => refuseApproval('approval.code-missing'));
  ensureStep(tripStates, trip.status, 'force-close');
  await ensureNobodyOpen(db, trip);
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'force-close',
    reason: input.reason,
    set: { completed_at: now.toISOString(), forced: true },
  });
  const of = { franchiseeId: trip.franchisee_id, tripId: trip.id, now };
  await settleAlarms(db, {
    ...of,
    kinds: ['CHECK_OVERDUE', 'CHILD_ON_BOARD'],
    note: `Closed by ${actor.name}: ${input.reason}`,
  });
  for (const { id: userId } of await usersWith(db, { code: 'SAFETY_DESK' }))
    await notify(db, {
      userId,
      kind: 'transport.force-closed',
      title: 'A bus trip was closed without the check of the seats',
      body: `${actor.name}: ${input.reason}`,
      link: `/transport/routes?trip=${trip.id}`,
      franchiseeId: trip.franchisee_id,
      sourceArea: 'transport',
      dedupeKey: `transport:force-close:${trip.id}`,
    });
  return {};
});
