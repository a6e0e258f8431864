// What was tapped on the bus. The trip is locked, so scans of one trip come one after the other; each counts once, at the time of
// the device it was made on, and what is not accepted stays in the log.
import type { OutputOf, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { isChildKind, SAME_MS, type ScanReason, scanReasons, type Verdict } from './judge-scan.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { applyBus, type BusScan, judgeBus } from './scan-bus.server.ts';
import { applyChild, type Child, type ChildScan, judgeChild } from './scan-child.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import type { ChildState } from './trip.states.ts';

type Input = ParsedInputOf<typeof contract.scan>;
type Output = OutputOf<typeof contract.scan>;
/** A phone's clock may be a little ahead of ours. */
const AHEAD_MS = 120_000;
const AGAIN = sql`make_interval(secs => ${SAME_MS / 1000})`;

const answer = (result: Output['result'], reason: ScanReason | null, state: ChildState | null): Output => ({
  result,
  reason,
  text: reason === null ? null : scanReasons[reason],
  state,
});

/** When it happened: as the device says, within the trip; ours where the device cannot be right. */
function timeOf(trip: Trip, atDevice: string, now: Date): Date {
  const said = Date.parse(atDevice);
  if (said > now.getTime() + AHEAD_MS) return now;
  const started = trip.started_at === null ? said : Date.parse(trip.started_at);
  return new Date(Math.min(Math.max(said, started), now.getTime()));
}

async function childOf(db: Db, trip: Trip, id: string | null): Promise<Child | null> {
  ensure(id !== null, () => refuse('input.invalid', { fields: { childId: 'Say of which child' } }));
  const row = await db
    .selectFrom('trip_child')
    .selectAll()
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function busOf(db: Db, trip: Trip, input: Input, at: Date): Promise<BusScan> {
  if (input.kind !== 'REACH' || input.stopId === null) return { ...input, stopId: null, at };
  const stop = await db
    .selectFrom('trip_stop')
    .select('id')
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('stop_id', '=', input.stopId)
    .executeTakeFirst();
  ensureFound(stop);
  return { ...input, at };
}

interface Subject {
  readonly kind: 'CHILD' | 'STOP' | 'VEHICLE';
  readonly id: string;
}

/** A child that is not on this trip is named by what the device said of it. */
function subjectOf(trip: Trip, input: Input, child: Child | null): Subject {
  if (isChildKind(input.kind)) return { kind: 'CHILD', id: child?.student_id ?? input.childId ?? input.id };
  if (input.kind === 'REACH' && input.stopId !== null) return { kind: 'STOP', id: input.stopId };
  return { kind: 'VEHICLE', id: trip.vehicle_id ?? trip.id };
}

/** The same scan again; null: it is new. */
async function knownScan(db: Db, trip: Trip, id: string, subject: Subject) {
  const known = await db
    .selectFrom('scan_log')
    .select(['trip_id', 'result', 'reason', 'subject_id'])
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return null;
  ensure(known.trip_id === trip.id && known.subject_id === subject.id, () =>
    refuse('input.invalid', { fields: { id: 'This is the number of another scan' } }),
  );
  return known;
}

/** A second scan of what was scanned a moment ago counts once, whatever came after it; one that was taken back may come again. */
async function isRepeat(
  db: Db,
  trip: Trip,
  { input, subject, at }: Pick<Logged, 'input' | 'subject' | 'at'>,
) {
  if (input.kind === 'UNDO') return false;
  const when = at.toISOString();
  const { rows } = await sql`select from scan_log x
    where x.franchisee_id = ${trip.franchisee_id} and x.trip_id = ${trip.id} and x.subject_id = ${subject.id} and x.kind = ${input.kind}
      and x.result <> 'DENIED' and x.at between ${when}::timestamptz - ${AGAIN} and ${when}::timestamptz + ${AGAIN}
      and not exists (select from scan_log u where u.franchisee_id = x.franchisee_id and u.trip_id = x.trip_id and u.subject_id = x.subject_id
            and u.kind = 'UNDO' and u.result <> 'DENIED' and u.at >= x.at)
    limit 1`.execute(db);
  return rows.length > 0;
}

interface Logged {
  readonly input: Input;
  readonly subject: Subject;
  readonly verdict: Verdict;
  readonly before: ChildState | null;
  readonly by: string;
  readonly at: Date;
  readonly now: Date;
}

const log = (db: Db, trip: Trip, { input, subject, verdict, before, by, at, now }: Logged) =>
  db
    .insertInto('scan_log')
    .values({
      franchisee_id: trip.franchisee_id,
      id: input.id,
      at_device: input.atDevice,
      trip_id: trip.id,
      seq: input.seq,
      kind: input.kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      receiver_id: input.receiverId,
      by_user: by,
      at: at.toISOString(),
      received_at: now.toISOString(),
      result: verdict.result === 'SAME' ? 'ALLOWED' : verdict.result,
      reason: verdict.reason,
      before,
    })
    .execute();

export const recordScan = handle(contract.scan, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.tripId);
  const { kind } = input;
  const child = isChildKind(kind) ? await childOf(db, trip, input.childId) : null;
  const subject = subjectOf(trip, input, child);
  const known = await knownScan(db, trip, input.id, subject);
  if (known) return answer(known.result, known.reason as ScanReason | null, child?.state ?? null);
  const at = timeOf(trip, input.atDevice, now);
  if (await isRepeat(db, trip, { input, subject, at })) return answer('ALLOWED', null, child?.state ?? null);
  const logged = { input, subject, before: child?.state ?? null, by: userIdOf(actor), at, now };
  if (!isChildKind(kind)) {
    const scan = await busOf(db, trip, input, at);
    const verdict = await judgeBus(db, trip, scan);
    if (verdict.result === 'SAME') return answer('ALLOWED', null, null);
    await log(db, trip, { ...logged, verdict });
    if (verdict.result !== 'DENIED') await applyBus(db, trip, { ...scan, by: logged.by, now });
    return answer(verdict.result, verdict.reason, null);
  }
  if (child === null) {
    const verdict = { result: 'DENIED', reason: 'WRONG_ROUTE', state: null } as const;
    await log(db, trip, { ...logged, verdict });
    return answer('DENIED', verdict.reason, null);
  }
  const scan: ChildScan = { id: input.id, kind, receiverId: input.receiverId, at, now };
  const judged = await judgeChild(db, trip, child, scan);
  const { verdict } = judged;
  if (verdict.result === 'SAME') return answer('ALLOWED', null, child.state);
  await log(db, trip, { ...logged, verdict });
  await applyChild(db, trip, child, { ...judged, scan });
  return answer(verdict.result, verdict.reason, verdict.state ?? child.state);
});
