// Changing a running service plan: what falls away is reversed where nobody has paid it and credited by note where it is
// due or paid; what comes instead is billed with the plan's next version (areas/services.md 3).
import type { Day } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { periodsOf } from '../fee-plan/due-dates.ts';
import { loadPlan } from '../fee-plan/load-plan.server.ts';
import { isProrated } from '../fee-plan/prorate-component.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { reverseEntry } from '../ledger/reverse-entry.server.ts';
import type { NoteReason } from '../note/note.states.ts';
import { noteWaits, proposeNote } from '../note/propose-note.server.ts';
import { billAdded } from './activate-plan.server.ts';
import { type Proposal, proposalOf, type WantedConcession } from './assignment-choice.server.ts';
import {
  type AssignmentRow,
  type AssignmentSnapshot,
  lockAssignment,
  snapshotIn,
} from './assignment-row.server.ts';
import { planLines } from './decide-assignment.server.ts';
import {
  type ChangeSums,
  changeOf,
  type LineChange,
  type RunningLine,
  type Served,
  sumsOfChange,
} from './plan-change.ts';
import { planIn } from './save-assignment.server.ts';

export interface WantedPlanChange {
  readonly franchiseeId: number;
  readonly assignmentId: string;
  readonly served: Served;
  /** Days that fall away. */
  readonly gone: { readonly from: Day; readonly to: Day };
  /** The plan that holds on those days instead. */
  readonly insteadPlanId?: string;
  readonly today: Day;
}

export interface PlanChange extends ChangeSums {
  readonly changes: readonly LineChange[];
}

interface Read extends PlanChange {
  readonly proposal: Proposal | null;
}

const SOURCE = 'service-change';

/** What a change would do. Writes nothing. */
export async function previewPlanChange(db: Db, wanted: WantedPlanChange): Promise<PlanChange> {
  const row = ensureFound(
    await db
      .selectFrom('fee_assignment')
      .selectAll()
      .where('franchisee_id', '=', wanted.franchiseeId)
      .where('id', '=', wanted.assignmentId)
      .executeTakeFirst(),
  );
  const { proposal: _plan, ...change } = await read(db, row, wanted);
  return change;
}

export interface ToCarryOut extends WantedPlanChange {
  /** Of a service that ends: its last day. */
  readonly lastDay?: Day;
  /** Key of the cause within the plan. */
  readonly key: string;
  readonly reason: string;
  readonly creditReason: NoteReason;
  readonly debitReason: NoteReason;
  /** Who asked, where the caller is the second person; the notes are then issued at once. */
  readonly askedBy?: string;
  readonly now: Date;
}

/** Carries out what `previewPlanChange` shows. Returns it, with whether a note waits for finance. */
export async function changeServicePlan(
  db: Db,
  actor: Actor,
  wanted: ToCarryOut,
): Promise<PlanChange & { waits: boolean }> {
  const { franchiseeId } = wanted;
  const row = await lockAssignment(db, franchiseeId, wanted.assignmentId);
  ensure(row.status === 'APPROVED', () => refuseFinance('fee-assignment.not-yet'));
  await lockFeeAccount(db, franchiseeId, row.fee_account_id);
  const { proposal, changes, ...sums } = await read(db, row, wanted, { lock: true });
  await cancelLines(db, wanted, changes);
  if (proposal) await replacePlan(db, row, { proposal, changes, wanted });
  if (wanted.lastDay)
    await db
      .updateTable('fee_assignment')
      .set({ leaves_on: sql`greatest(joins_on, ${wanted.lastDay}::date)` })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.id)
      .execute();
  const noted = await writeNotes(db, actor, row, { changes, wanted, sums });
  return { changes, ...sums, waits: noted && wanted.askedBy === undefined };
}

/** Refuses a further change while the note of the last one waits: its lines do not have it yet. */
export async function ensureNoteDecided(
  db: Db,
  of: { franchiseeId: number; assignmentId: string },
): Promise<void> {
  const waits = await noteWaits(db, {
    franchiseeId: of.franchiseeId,
    source: SOURCE,
    sourcePrefix: of.assignmentId,
  });
  ensure(!waits, () => refuseFinance('fee-assignment.note-waits'));
}

async function read(
  db: Db,
  row: AssignmentRow,
  wanted: WantedPlanChange,
  options: { lock?: boolean } = {},
): Promise<Read> {
  const snapshot = snapshotIn(row);
  const lines = await runningLines(db, row, snapshot, options.lock ?? false);
  const proposal = wanted.insteadPlanId
    ? await proposalOf(db, {
        franchiseeId: wanted.franchiseeId,
        planId: wanted.insteadPlanId,
        breakdownId: await optionLike(db, row, snapshot, wanted.insteadPlanId),
        joinsOn: wanted.gone.from,
        leavesOn: wanted.served.to,
        concessions: snapshot.concessions.map(wantedAgain),
      })
    : null;
  const parts = proposal
    ? [...Map.groupBy(proposal.schedule.lines, ({ seq }) => seq)].map(([seq, own]) => ({
        seq,
        label: own[0]?.instalment ?? '',
        dueOn: own[0]?.dueOn ?? wanted.gone.from,
        net: own.reduce((sum, { net }) => sum + net, 0),
      }))
    : [];
  const changes = changeOf(lines, { ...wanted, added: parts });
  return { proposal, changes, ...sumsOfChange(changes) };
}

/** The option of another plan whose instalments pay for the same months. */
async function optionLike(
  db: Db,
  row: AssignmentRow,
  { option }: AssignmentSnapshot,
  planId: string,
): Promise<string> {
  const months = (one: AssignmentSnapshot['option']) =>
    JSON.stringify([...periodsOf(one.instalments, row.academic_year_id)].sort(([a], [b]) => a - b));
  const plan = await loadPlan(db, planId, row.joins_on);
  const same = plan.options.find((one) => months(one) === months(option));
  ensure(same, () => refuseFinance('fee-assignment.other-months'));
  return same.id;
}

const wantedAgain = (one: AssignmentSnapshot['concessions'][number]): WantedConcession =>
  one.concessionId
    ? { concessionId: one.concessionId, reason: one.reason }
    : { basis: one.basis, value: one.value, kinds: one.kinds, reason: one.reason };

interface LineRow {
  id: string;
  seq: number;
  entryId: string | null;
  label: string;
  dueOn: Day;
  net: number;
  allocated: number;
  touched: boolean;
  feeTypeId: string;
}

/** Lines of the plan that stand, with the days each pays for. */
async function runningLines(
  db: Db,
  row: AssignmentRow,
  { components, option, joinProration }: AssignmentSnapshot,
  lock: boolean,
): Promise<RunningLine[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.seq, l.billed_entry_id as "entryId", l.label, l.due_on as "dueOn", l.net, l.allocated, l.fee_type_id as "feeTypeId",
      exists (select from ledger_posting p where p.franchisee_id = l.franchisee_id and p.fee_line_id = l.id and p.entry_id <> l.billed_entry_id) as touched
      from fee_line l where l.franchisee_id = ${row.franchisee_id} and l.fee_assignment_id = ${row.id} and l.state <> 'CANCELLED' and l.net > 0
     order by l.due_on, l.seq, l.id ${lock ? sql`for update of l` : sql``}`.execute(db);
  const periods = periodsOf(option.instalments, row.academic_year_id);
  return rows.map(({ feeTypeId, ...line }) => {
    const component = components.find((one) => one.feeTypeId === feeTypeId);
    const proration =
      component && (component.proration === 'NONE' ? (joinProration ?? 'NONE') : component.proration);
    const recurs = component !== undefined && isProrated({ ...component, proration: 'CALENDAR_DAYS' });
    const byDay = proration === 'CALENDAR_DAYS' || proration === 'SERVICE_DAYS';
    return {
      ...line,
      period: periods.get(line.seq) ?? null,
      follows: recurs ? (byDay ? 'DAYS' : 'WHOLE') : 'STAYS',
    };
  });
}

async function cancelLines(
  db: Db,
  { franchiseeId, reason }: ToCarryOut,
  changes: readonly LineChange[],
): Promise<void> {
  const ids = changes.flatMap(({ way, lineId }) => (way === 'CANCEL' && lineId ? [lineId] : []));
  if (ids.length === 0) return;
  const bills = await db
    .selectFrom('fee_line')
    .select('billed_entry_id')
    .distinct()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', 'in', ids)
    .where('billed_entry_id', 'is not', null)
    .execute();
  for (const { billed_entry_id } of bills)
    if (billed_entry_id) await reverseEntry(db, { franchiseeId, entryId: billed_entry_id, reason });
  await db
    .updateTable('fee_line')
    .set({ state: 'CANCELLED', cancelled_at: new Date() })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', 'in', ids)
    .execute();
}

interface Replaced {
  proposal: Proposal;
  changes: readonly LineChange[];
  wanted: ToCarryOut;
}

/** The next version of the plan: what is new of it is written and billed. */
async function replacePlan(
  db: Db,
  row: AssignmentRow,
  { proposal, changes, wanted }: Replaced,
): Promise<void> {
  const { plan, option, schedule } = proposal;
  const fresh = new Set(changes.filter(({ way }) => way === 'NEW').map(({ seq }) => seq));
  const next = { ...row, assignment_version: row.assignment_version + 1 };
  await db
    .updateTable('fee_assignment')
    .set({
      assignment_version: next.assignment_version,
      fee_plan_id: plan.id,
      plan_code: plan.code,
      breakdown_id: option.id,
      snapshot: JSON.stringify({
        ...snapshotIn(row),
        ...planIn(proposal),
      }),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await planLines(
    db,
    next,
    schedule.lines.filter(({ seq }) => fresh.has(seq)),
  );
  await billAdded(db, next, { franchiseeId: row.franchisee_id, on: wanted.today });
}

async function writeNotes(
  db: Db,
  actor: Actor,
  row: AssignmentRow,
  { changes, wanted, sums }: { changes: readonly LineChange[]; wanted: ToCarryOut; sums: ChangeSums },
): Promise<boolean> {
  const note = {
    franchiseeId: row.franchisee_id,
    feeAccountId: row.fee_account_id,
    reason: wanted.reason,
    source: SOURCE,
    sourceId: `${row.id}:${wanted.key}`,
    makerId: wanted.askedBy ?? userIdOf(actor),
    decided: wanted.askedBy !== undefined,
    now: wanted.now,
  };
  if (sums.credit > 0)
    await proposeNote(db, actor, {
      ...note,
      type: 'CREDIT',
      reasonCode: wanted.creditReason,
      lines: changes.flatMap(({ way, lineId, before, after }) =>
        way === 'CREDIT' && lineId ? [{ feeLineId: lineId, amount: before - after }] : [],
      ),
    });
  if (sums.debit > 0)
    await proposeNote(db, actor, {
      ...note,
      type: 'DEBIT',
      reasonCode: wanted.debitReason,
      amount: sums.debit,
      dueOn: wanted.gone.from > wanted.today ? wanted.gone.from : wanted.today,
    });
  return sums.credit + sums.debit > 0;
}

/** Charges a child for days of a service that were credited before and are used after all; finance approves it. */
export const chargeDays = (
  db: Db,
  actor: Actor,
  of: {
    franchiseeId: number;
    assignmentId: string;
    feeAccountId: string;
    amount: number;
    dueOn: Day;
    key: string;
    reason: string;
    debitReason: NoteReason;
    now: Date;
  },
): Promise<{ id: string; total: number; number: string | null }> =>
  proposeNote(db, actor, {
    franchiseeId: of.franchiseeId,
    feeAccountId: of.feeAccountId,
    type: 'DEBIT',
    reasonCode: of.debitReason,
    reason: of.reason,
    amount: of.amount,
    dueOn: of.dueOn,
    source: SOURCE,
    sourceId: `${of.assignmentId}:${of.key}`,
    makerId: userIdOf(actor),
    now: of.now,
  });
