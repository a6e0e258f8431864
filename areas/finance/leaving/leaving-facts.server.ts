import { academicYearDays, addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { halfUp } from '@aangan/money/split.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { financeSettings } from '../finance.settings.ts';
import {
  type LeavingFacts,
  type LeavingFigures,
  type LeavingLine,
  leavingFigures,
  type PolicyBand,
} from './withdrawal-figures.ts';

export interface Leaving {
  readonly franchiseeId: number;
  /** The enrolment that ends: the plan's admission. */
  readonly enrolmentId: string;
  readonly yearId: number;
  readonly lastOn: Day;
}

/** The account and what stands on it; null for a child without an account. */
export async function leavingFacts(
  db: Db,
  of: Leaving,
): Promise<{ accountId: string; facts: LeavingFacts } | null> {
  const account = await findFeeAccount(db, of.enrolmentId);
  if (!account || account.franchiseeId !== of.franchiseeId) return null;
  const { rows: lines } = await sql<LeavingLine>`
    select l.id, l.label, l.kind, l.state, l.component_kind as "componentKind", l.due_on as "dueOn", l.net, l.allocated, l.billed_entry_id as "billedEntryId",
      coalesce(g.student_admission_id = ${of.enrolmentId} and g.status in ('APPROVED', 'CLOSED'), false) as "ofPlan"
      from fee_line l left join fee_assignment g on g.franchisee_id = l.franchisee_id and g.id = l.fee_assignment_id
     where l.franchisee_id = ${of.franchiseeId} and l.fee_account_id = ${account.id} and l.state in ('OPEN', 'PLANNED') and l.net > 0
     order by l.due_on, l.seq, l.id`.execute(db);
  const { rows: bands } = await sql<PolicyBand>`
    select component_kind as "componentKind", from_day as "fromDay", to_day as "toDay", percent_bp as "percentBp" from refund_band
     where from_on <= ${of.lastOn} order by component_kind, from_on desc, band_version desc, from_day nulls first`.execute(
    db,
  );
  const { rows: sums } = await sql<{ advance: number; held: number }>`
    select coalesce(sum(a.amount), 0)::bigint as advance,
      coalesce(sum(a.amount) filter (where p.doubled > 0 and p.double_choice is distinct from 'KEEP'), 0)::bigint as held
      from payment p join payment_allocation a on a.franchisee_id = p.franchisee_id and a.payment_id = p.id and a.fee_line_id is null
     where p.franchisee_id = ${of.franchiseeId} and p.fee_account_id = ${account.id} and p.status in ('CONFIRMED', 'TRANSFERRED')`.execute(
    db,
  );
  return {
    accountId: account.id,
    facts: {
      lines,
      bands,
      lastOn: of.lastOn,
      sessionStart: academicYearDays(of.yearId).from,
      ...ensureFound(sums[0]),
    },
  };
}

export interface WithdrawalPreview extends LeavingFigures {
  /** The later of the last day and the end of notice. */
  readonly billedUntil: Day;
  /** For comparison: what would go back if fees were counted by days until then. The policy decides. */
  readonly proRata: number;
}

/** What finance would do; null for a child without a fee account. */
export async function previewWithdrawal(
  db: Db,
  of: Leaving & { noticeOn: Day },
): Promise<WithdrawalPreview | null> {
  const found = await leavingFacts(db, of);
  const days = await readSetting(db, 'finance', financeSettings.leaveNoticeDays, of.franchiseeId);
  const noticeEnd = addDays(of.noticeOn, days - 1);
  const billedUntil = noticeEnd > of.lastOn ? noticeEnd : of.lastOn;
  if (!found) return null;
  return {
    ...leavingFigures(found.facts),
    billedUntil,
    proRata: proRataOf(found.facts, billedUntil, academicYearDays(of.yearId)),
  };
}

const BY_DAYS: ReadonlySet<string> = new Set(['TUITION', 'ACTIVITY']);

function proRataOf(facts: LeavingFacts, until: Day, year: { from: Day; to: Day }): number {
  const lines = facts.lines.filter(
    (line) => line.ofPlan && line.kind === 'PLAN' && BY_DAYS.has(line.componentKind),
  );
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const paid = lines.reduce((sum, line) => sum + line.allocated, 0);
  const whole = daysBetween(year.from, year.to) + 1;
  const part = Math.min(whole, Math.max(0, daysBetween(year.from, until) + 1));
  const deposit = facts.lines.reduce(
    (sum, line) => sum + (line.ofPlan && line.componentKind === 'DEPOSIT' ? line.allocated : 0),
    0,
  );
  return Math.max(0, paid - halfUp(BigInt(net) * BigInt(part), BigInt(whole))) + deposit + facts.advance;
}
