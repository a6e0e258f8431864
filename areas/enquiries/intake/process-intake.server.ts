// What happens to a stored lead: route it, make it an enquiry at its centre, and note what went wrong (enquiries.md 2.4).
// Every step locks the row and looks at its state first, so whoever repeats it - the inbox, the sweep, a person - changes
// nothing twice.
import { safeError } from '@aangan/server/logging.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { captureLead } from './capture-lead.server.ts';
import { leadPaper } from './lead-paper.ts';
import { factsOf, type LeadFacts, routeOf } from './route-lead.server.ts';

/** Units of work, each a transaction of its own: the whole network's (null) or one centre's. */
export interface IntakeWork {
  work<T>(franchiseeId: number | null, run: (db: Db) => Promise<T>): Promise<T>;
  readonly now: Date;
}

type Finish = (db: Db) => Promise<void>;

/** Minutes until the next try, by how often it failed. */
const RETRY_MINUTES = [1, 5, 15, 60, 360, 1440] as const;

/** Takes a lead as far as it goes now. `finish` ends the inbox row in the transaction of the effect. */
export async function processIntake(intake: IntakeWork, id: string, finish?: Finish): Promise<void> {
  try {
    const centre = await intake.work(null, async (db) => {
      const to = await routeIntake(db, id, intake.now);
      if (to === null) await finish?.(db);
      return to;
    });
    if (centre === null) return;
    await intake.work(centre, async (db) => {
      await captureIntake(db, { id, centre, now: intake.now });
      await finish?.(db);
    });
  } catch (error) {
    await intake.work(null, async (db) => {
      await failIntake(db, id, { error: safeError(error), now: intake.now });
      await finish?.(db);
    });
  }
}

/** The row, locked; absent for another centre's. */
export const lockIntake = (db: Db, id: string) =>
  db.selectFrom('lead_intake').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type IntakeRow = NonNullable<Awaited<ReturnType<typeof lockIntake>>>;

/** Null when the answers have not been fetched yet. */
export function leadOf(row: IntakeRow): LeadFacts | null {
  const paper = leadPaper.safeParse(row.parsed);
  if (!paper.success || row.provider === null) return null;
  return {
    provider: row.provider,
    channelId: row.channel_id,
    form: row.external_form,
    campaign: row.external_campaign,
    receivedAt: new Date(row.received_at),
    paper: paper.data,
  };
}

const TO_ROUTE: readonly IntakeRow['state'][] = ['PARSED', 'ROUTED', 'RETRY'];

/** The centre a lead goes to now; null when it waits, is a test, or is done. */
async function routeIntake(db: Db, id: string, now: Date): Promise<number | null> {
  const row = await lockIntake(db, id);
  if (!row || !TO_ROUTE.includes(row.state)) return null;
  const lead = leadOf(row);
  const change = (values: Partial<Changes>) =>
    db.updateTable('lead_intake').set(values).where('id', '=', id).execute();
  if (!lead) {
    await change({ state: 'FETCHING', next_try_at: now.toISOString() });
    return null;
  }
  const facts = await factsOf(db, lead);
  const { answers } = facts;
  const known = { person_name: answers.guardianName, phone_norm: answers.mobile, pincode: answers.pincode };
  if (row.is_test) {
    await change({ ...known, ...ignored('Test lead', now) });
    return null;
  }
  if (row.routed_franchisee_id !== null && (row.routed_by === 'PERSON' || row.routed_by === 'TIME')) {
    await change({ ...known, state: 'ROUTED' });
    return row.routed_franchisee_id;
  }
  const route = await routeOf(db, lead, facts);
  if (route.to === null) {
    await change({
      ...known,
      state: 'QUARANTINED',
      quarantine_reason: route.reason,
      quarantined_at: now.toISOString(),
      next_try_at: null,
      last_error: null,
      routed_franchisee_id: null,
      routed_by: null,
    });
    return null;
  }
  await change({ ...known, state: 'ROUTED', routed_franchisee_id: route.to, routed_by: route.by });
  return route.to;
}

type Changes = {
  [K in keyof IntakeRow]: K extends 'parsed' ? string : IntakeRow[K];
};

/** A lead that becomes no enquiry, with the reason. */
export const ignored = (reason: string, now: Date) =>
  ({
    state: 'IGNORED',
    result: 'IGNORED',
    ignore_reason: reason,
    next_try_at: null,
    quarantine_reason: null,
    processed_at: now.toISOString(),
  }) as const;

/** Makes the enquiry in the centre's unit of work, once. */
async function captureIntake(db: Db, at: { id: string; centre: number; now: Date }): Promise<void> {
  const row = await lockIntake(db, at.id);
  const lead = row && leadOf(row);
  if (!lead || row.state !== 'ROUTED') return;
  const captured = await captureLead(db, { franchiseeId: at.centre, intakeId: at.id, now: at.now }, lead);
  await db
    .updateTable('lead_intake')
    .set({
      state: 'DONE',
      enquiry_id: captured.enquiryId,
      result: captured.result,
      quarantine_reason: null,
      next_try_at: null,
      last_error: null,
      processed_at: at.now.toISOString(),
    })
    .where('id', '=', at.id)
    .execute();
}

/** Notes a failure: another try later, or DEAD. What waits for a token waits as long as it takes. */
export async function failIntake(
  db: Db,
  id: string,
  failure: { error: string; now: Date; forEver?: boolean },
): Promise<void> {
  const row = await lockIntake(db, id);
  if (!row || row.state === 'DONE' || row.state === 'IGNORED') return;
  const minutes =
    RETRY_MINUTES[Math.min(row.attempts, failure.forEver ? RETRY_MINUTES.length - 1 : Infinity)];
  await db
    .updateTable('lead_intake')
    .set({
      state: minutes === undefined ? 'DEAD' : 'RETRY',
      attempts: row.attempts + 1,
      last_error: failure.error,
      next_try_at:
        minutes === undefined ? null : new Date(failure.now.getTime() + minutes * 60_000).toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

/** Whoever takes a row in hand has this long; then the sweep takes it up (a process may die). */
export const leaseUntil = (now: Date): string => new Date(now.getTime() + 120_000).toISOString();

/** Sends a lead to a centre whatever its mapping says: a person's word, or head office after half an hour (D22). */
export async function sendTo(
  db: Db,
  row: IntakeRow,
  to: { franchiseeId: number; by: 'PERSON' | 'TIME'; now: Date },
): Promise<void> {
  await db
    .updateTable('lead_intake')
    .set({
      state: 'ROUTED',
      routed_franchisee_id: to.franchiseeId,
      routed_by: to.by,
      quarantine_reason: null,
      attempts: 0,
      next_try_at: leaseUntil(to.now),
    })
    .where('id', '=', row.id)
    .execute();
}
