// Every change of stage goes through here: the transition table, the row lock, the log line with its duration.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { EnquiryTable } from '../../../db/types.ts';
import { tellVisit } from '../appointments/tell-visit.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { nextWorkingDay } from './cadence.ts';
import {
  type EnquiryAction,
  nextStage,
  type Place,
  statusOfStage,
  userActionsFrom,
} from './enquiry.states.ts';

export type EnquiryData = Selectable<EnquiryTable>;
export type EnquiryChanges = Updateable<EnquiryTable>;

/** Locks an enquiry of the caller's scope; with a version it must still be that one (412). */
export async function lockEnquiry(db: Db, id: string, version?: number): Promise<EnquiryData> {
  const row = ensureFound(
    await db.selectFrom('enquiry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined && row.version !== version) throw refuse('row.stale');
  if (row.merged_into !== null || row.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  return row;
}

export interface Step {
  action: EnquiryAction;
  via: 'USER' | 'SYSTEM' | 'INTAKE' | 'UPLOAD';
  by: string | null;
  now: Date;
  reason?: string | null | undefined;
  /** The document that caused a system move; the same one moves only once. */
  sourceId?: string | null;
  /** Where the settings or the person name the stage (`enter`, `step-back`); else the table does. */
  to?: Place | undefined;
}

export const placeOf = (row: Pick<EnquiryData, 'stage_code' | 'spanco_status'>): Place => ({
  stage: row.stage_code,
  status: row.spanco_status,
});

/** Writes changes of a locked enquiry and, with a step, its new stage and log line. Returns version and place. */
export async function saveEnquiry(
  db: Db,
  row: EnquiryData,
  changes: EnquiryChanges,
  step?: Step,
): Promise<{ version: number } & Place> {
  const { place, set, line } = settled(row, changes, step);
  const saved = await db
    .updateTable('enquiry')
    .set(set)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  if (line) await logSteps(db, [line]);
  if (step) await tellVisit(db, row, changes, step.now);
  return { version: saved.version, ...place };
}

/**
 * As saveEnquiry for many rows of one centre, each with its step, in two statements. A file (the only caller) tells no
 * family of visits that it says have been.
 */
export async function saveEnquiries(
  db: Db,
  franchiseeId: number,
  moved: readonly { row: EnquiryData; changes: EnquiryChanges; step: Step }[],
): Promise<void> {
  const done = moved.map(({ row, changes, step }) => ({ row, ...settled(row, changes, step) }));
  if (done.length === 0) return;
  const names = [...new Set(done.flatMap(({ set }) => Object.keys(set)))].map((name) => {
    if (!isMovable(name))
      throw new Error(`'${name}' is not among the columns that a file of steps may write`);
    return name;
  });
  const values = done.map(({ row, set }) => ({
    id: row.id,
    ...Object.fromEntries(names.map((name) => [name, set[name] === undefined ? row[name] : set[name]])),
  }));
  await sql`update enquiry e set ${sql.raw(names.map((name) => `${name} = x.${name}`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x (id uuid, ${sql.raw(names.map((name) => `${name} ${MOVABLE[name]}`).join(', '))})
     where e.franchisee_id = ${franchiseeId} and e.id = x.id`.execute(db);
  await logSteps(
    db,
    done.flatMap(({ line }) => line ?? []),
  );
}

const MOVABLE = {
  stage_code: 'text',
  spanco_status: 'text',
  stage_since: 'timestamptz',
  sub_status: 'text',
  temperature: 'text',
  last_activity_at: 'timestamptz',
  last_note: 'text',
  attempts: 'smallint',
  first_attempt_at: 'timestamptz',
  first_contact_at: 'timestamptz',
  last_contact_at: 'timestamptz',
  intent_at: 'timestamptz',
  appointment_at: 'timestamptz',
  walk_in_at: 'timestamptz',
  counselled_at: 'timestamptz',
  next_follow_up_on: 'date',
  next_follow_up_at: 'timestamptz',
  closed_at: 'timestamptz',
  lost_reason_id: 'uuid',
  lost_note: 'text',
  competitor: 'text',
  revive_on: 'date',
} as const satisfies Partial<Record<keyof EnquiryData, string>>;

const isMovable = (name: string): name is keyof typeof MOVABLE => Object.hasOwn(MOVABLE, name);

interface LogLine {
  franchisee_id: number;
  enquiry_id: string;
  cycle: number;
  at: string;
  by: string | null;
  via: Step['via'];
  action: EnquiryAction;
  from_status: string;
  to_status: string;
  from_stage: string;
  to_stage: string;
  from_sub_status: string | null;
  to_sub_status: string | null;
  reason: string | null;
  source_id: string | null;
  seconds_in_stage: number;
}

/** What a change makes of a row: the place, the columns to write and, with a step, the line of its log. */
function settled(
  row: EnquiryData,
  changes: EnquiryChanges,
  step?: Step,
): { place: Place; set: EnquiryChanges; line: LogLine | null } {
  const place = step ? targetOf(row, step) : placeOf(row);
  const now = (step?.now ?? new Date()).toISOString();
  const moved = step
    ? {
        stage_code: place.stage,
        spanco_status: place.status,
        ...(place.stage === row.stage_code ? {} : { stage_since: now }),
      }
    : {};
  const raised = raisedTemperature(row, { ...changes, ...moved });
  return {
    place,
    set: { ...changes, ...moved, ...(raised ? { temperature: raised } : {}), last_activity_at: now },
    line: step ? lineOf(row, changes, step, place) : null,
  };
}

function targetOf(row: EnquiryData, { action, to }: Step): Place {
  if (to) return to;
  const stage = nextStage(placeOf(row), action);
  if (stage === null)
    throw refuseEnquiry('enquiry.step-not-allowed', {
      details: { stage: row.stage_code, list: listOf(placeOf(row)) },
    });
  return { stage, status: statusOfStage[stage] };
}

const listOf = (at: Place): string =>
  [...new Set(userActionsFrom(at.stage, at.status).flatMap((action) => nextStage(at, action) ?? []))].join(
    ', ',
  ) || 'no other stage';

const lineOf = (row: EnquiryData, changes: EnquiryChanges, step: Step, place: Place): LogLine => ({
  franchisee_id: row.franchisee_id,
  enquiry_id: row.id,
  cycle: Number(changes.cycle ?? row.cycle),
  at: step.now.toISOString(),
  by: step.by,
  via: step.via,
  action: step.action,
  from_status: row.spanco_status,
  to_status: place.status,
  from_stage: row.stage_code,
  to_stage: place.stage,
  from_sub_status: row.sub_status,
  to_sub_status: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
  reason: step.reason?.slice(0, 300) ?? null,
  source_id: step.sourceId ?? null,
  seconds_in_stage: Math.max(
    0,
    Math.round((step.now.getTime() - new Date(row.stage_since).getTime()) / 1000),
  ),
});

/** Lines of one centre, at most one for an enquiry. Their numbers come from one read: a look for each could choose any index. */
async function logSteps(db: Db, lines: readonly LogLine[]): Promise<void> {
  await sql`insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, cycle, at, by, via, action, from_status, to_status, from_stage, to_stage, from_sub_status, to_sub_status, reason, source_id, seconds_in_stage)
    select x.franchisee_id, x.enquiry_id, coalesce(last.seq, 0) + 1, x.cycle, x.at, x.by, x.via, x.action, x.from_status, x.to_status, x.from_stage, x.to_stage, x.from_sub_status, x.to_sub_status, x.reason, x.source_id, x.seconds_in_stage
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (franchisee_id int, enquiry_id uuid, cycle smallint, at timestamptz, by uuid, via text, action text,
        from_status text, to_status text, from_stage text, to_stage text, from_sub_status text, to_sub_status text, reason text, source_id text, seconds_in_stage bigint)
      left join (select enquiry_id, max(seq) as seq from enquiry_stage_log
        where franchisee_id = ${lines[0]?.franchisee_id ?? 0} and enquiry_id = any (${lines.map((line) => line.enquiry_id)}::uuid[]) group by enquiry_id) last on last.enquiry_id = x.enquiry_id`.execute(
    db,
  );
}

// Only upwards, and only when the group rises; a person's opinion is never lowered by the system (enquiries.md D3).
function raisedTemperature(row: EnquiryData, after: EnquiryChanges): 'WARM' | 'HOT' | null {
  const has = (name: 'walk_in_at' | 'counselled_at' | 'intent_at' | 'appointment_at') =>
    (after[name] === undefined ? row[name] : after[name]) !== null;
  const hadNot = (...names: ('walk_in_at' | 'counselled_at' | 'intent_at' | 'appointment_at')[]) =>
    names.every((name) => row[name] === null);
  if (has('walk_in_at') || has('counselled_at')) return hadNot('walk_in_at', 'counselled_at') ? 'HOT' : null;
  if (has('intent_at') || has('appointment_at'))
    return hadNot('intent_at', 'appointment_at') && row.temperature === 'COLD' ? 'WARM' : null;
  return null;
}

/** A new life: the facts of the old cycle are cleared; they stay in the log. The enquiry stays counted once. */
export const newCycle = (row: EnquiryData): EnquiryChanges => ({
  cycle: row.cycle + 1,
  intent_at: null,
  appointment_at: null,
  walk_in_at: null,
  counselled_at: null,
  attempts: 0,
  closed_at: null,
  lost_reason_id: null,
  lost_note: null,
  competitor: null,
  revive_on: null,
});

/** The same child of a lost enquiry arrived again (intake). */
export async function reEnquire(
  db: Db,
  by: { now: Date; via: Step['via']; by: string | null },
  id: string,
): Promise<void> {
  const row = await lockEnquiry(db, id);
  if (row.spanco_status !== 'Lost') return;
  const today = todayIst(by.now);
  await saveEnquiry(
    db,
    row,
    { ...newCycle(row), sub_status: 'Fresh', next_follow_up_on: nextWorkingDay(addDays(today, -1)) },
    { action: 're-enquiry', ...by },
  );
}
