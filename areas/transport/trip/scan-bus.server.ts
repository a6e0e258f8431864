// What a scan tells of the bus itself: where it is, that the route ends, that somebody has walked to the back seat of this very
// vehicle. The trip is locked.
import { formatTime } from '@aangan/contract/period.ts';
import { saveFile, useFile } from '@aangan/server/files/files.ts';
import { withoutMetadata } from '@aangan/server/files/image-metadata.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { settleAlarms } from './alarm.server.ts';
import { judgeScan, type ScanKind, type ScanReason, type Verdict } from './judge-scan.ts';
import type { Trip } from './own-trips.server.ts';
import { reached } from './scan-child.server.ts';
import { stickerOf } from './sticker.server.ts';
import { tripStates } from './trip.states.ts';

const MINUTE_MS = 60_000;
const ofBus = { states: tripStates, table: 'trip' as const };

export interface BusScan {
  readonly kind: ScanKind;
  readonly stopId: string | null;
  readonly code: string | null;
  readonly photo: string | null;
  readonly at: Date;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Without what a camera notes of place and time; null: no picture. */
function pictureOf(photo: string | null): { bytes: Buffer; ending: 'jpg' | 'png' } | null {
  if (photo === null) return null;
  const bytes = Buffer.from(photo, 'base64');
  const ending = bytes.subarray(0, JPEG.length).equals(JPEG) ? 'jpg' : 'png';
  const clean = withoutMetadata(bytes, ending === 'jpg' ? 'image/jpeg' : 'image/png');
  return clean && { bytes: clean.bytes, ending };
}

async function whyNoCheck(db: Db, trip: Trip, { code, photo }: BusScan): Promise<ScanReason | null> {
  const sticker = await stickerOf(db, trip.franchisee_id, code ?? '');
  if (!sticker) return 'NO_STICKER';
  if (sticker.vehicleId !== trip.vehicle_id) return 'WRONG_STICKER';
  if (sticker.side !== 'VEHICLE_REAR') return 'FRONT_STICKER';
  const asked = await vehicleSettingOf(db, trip.franchisee_id, 'require_check_photo', trip.service_date);
  return (asked || photo !== null) && pictureOf(photo) === null ? 'NO_PHOTO' : null;
}

export async function judgeBus(db: Db, trip: Trip, scan: BusScan): Promise<Verdict> {
  const children = await db
    .selectFrom('trip_child')
    .select(['id', 'state'])
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .execute();
  const verdict = judgeScan(
    {
      direction: trip.direction,
      status: trip.status,
      waitMs: 0,
      children: children.map((one) => ({ ...one, stopReachedAt: null, last: null, receivers: [] })),
    },
    { kind: scan.kind, childId: null, receiverId: null, at: scan.at.getTime() },
  );
  const reason =
    scan.kind === 'REAR_CHECK' && verdict.result === 'ALLOWED' ? await whyNoCheck(db, trip, scan) : null;
  return reason === null ? verdict : { result: 'DENIED', reason, state: null };
}

type Applied = BusScan & { readonly by: string; readonly now: Date };

export async function applyBus(db: Db, trip: Trip, scan: Applied): Promise<void> {
  const at = scan.at.toISOString();
  if (scan.kind === 'REACH') await reached(db, trip, scan.stopId, at);
  else if (scan.kind === 'END_ROUTE') await endRoute(db, trip, scan);
  else await completeCheck(db, trip, scan);
}

async function endRoute(db: Db, trip: Trip, { at, now }: Applied): Promise<void> {
  const within = await vehicleSettingOf(db, trip.franchisee_id, 'check_min', trip.service_date);
  // What comes late from a phone without a network brings the check behind it: it does not ring in between.
  const due = Math.max(at.getTime() + within * MINUTE_MS, now.getTime() + MINUTE_MS);
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'end',
    set: {
      arrived_at: trip.arrived_at ?? at.toISOString(),
      check_due_at: new Date(due).toISOString(),
    },
  });
}

async function completeCheck(db: Db, trip: Trip, { code, photo, by, at, now }: Applied): Promise<void> {
  const sticker = await stickerOf(db, trip.franchisee_id, code ?? '');
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'check',
    set: {
      completed_at: at.toISOString(),
      check_method: sticker?.short ? 'REAR_CODE' : 'REAR_QR',
      check_photo_id: await keepPhoto(db, trip, photo),
      check_by: by,
    },
  });
  const note = `Seats checked at ${formatTime(at)}`;
  await settleAlarms(db, {
    franchiseeId: trip.franchisee_id,
    tripId: trip.id,
    kinds: ['CHECK_OVERDUE', 'CHILD_ON_BOARD'],
    note,
    now,
  });
}

async function keepPhoto(db: Db, trip: Trip, photo: string | null): Promise<string | null> {
  const picture = pictureOf(photo);
  if (!picture) return null;
  const { franchisee_id: franchiseeId } = trip;
  const fileId = await saveFile(db, {
    franchiseeId,
    name: `Seats ${trip.service_date}.${picture.ending}`,
    kind: 'seat-check',
    mime: picture.ending === 'jpg' ? 'image/jpeg' : 'image/png',
    content: picture.bytes,
  });
  const of = { area: 'transport', subjectKind: 'trip', subjectId: trip.id };
  await useFile(db, { franchiseeId, fileId, ...of, moved: true });
  return fileId;
}
