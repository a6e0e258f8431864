// Each night every late instalment is charged up to what it costs by then, less what stands (finance.md 3.6). A run that is
// killed or repeated adds nothing: the charge is reckoned anew under the account's lock, and a day has one entry.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { type LateFeeRule, lateFeeOn } from './late-fee.ts';
import { type LateFeeLine, lateFeeRule, moveLateFee } from './late-fee-line.server.ts';

interface Late {
  feeAccountId: string;
  assignmentId: string;
  seq: number;
  label: string;
  lineId: string;
  dueOn: Day;
  graceDays: number;
  open: number;
  yearId: number;
}

// Money that waits for its approval or for the gateway may have come in time, so nothing is added meanwhile. What fails is
// charged for those days too, the night after.
const UNDECIDED = sql`exists (select from payment p where p.franchisee_id = l.franchisee_id and p.fee_account_id = l.fee_account_id
  and p.status in ('INITIATED', 'APPROVAL_WAITING') and p.purpose <> 'FORM_FEE' and (p.selection = '[]'::jsonb or exists (
    select from jsonb_to_recordset(p.selection) s ("feeLineId" uuid) where s."feeLineId" = l.id)))`;

/** Late instalments of a centre or of one account: the open fees of a plan, without deposits. */
async function lateInstalments(
  db: Db,
  of: { franchiseeId: number; on: Day; account?: string },
): Promise<Late[]> {
  const only: RawBuilder<unknown> = of.account ? sql`and l.fee_account_id = ${of.account}` : sql``;
  const { rows } = await sql<Late>`
    select l.fee_account_id as "feeAccountId", l.fee_assignment_id as "assignmentId", l.seq,
      split_part(min(l.label), ':', 1) as label, (array_agg(l.id order by l.id))[1] as "lineId",
      max(l.due_on) as "dueOn", max(l.grace_days)::int as "graceDays", sum(l.net - l.allocated)::bigint as open,
      max(l.academic_year_id) as "yearId"
    from fee_line l join fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id and a.closed_on is null
   where l.franchisee_id = ${of.franchiseeId} ${only} and l.kind = 'PLAN' and l.state = 'OPEN' and l.allocated < l.net
     and l.component_kind <> 'DEPOSIT' and l.due_on + l.grace_days < ${of.on}::date
   group by l.franchisee_id, l.fee_account_id, l.fee_assignment_id, l.seq
  having not bool_or(${UNDECIDED}) order by 1, 2, 3`.execute(db);
  return rows;
}

/** Charges one account up to `on`; gives how many of its instalments cost more than before. */
export async function accrueAccount(
  db: Db,
  at: { franchiseeId: number; account: string; on: Day; rule: LateFeeRule },
): Promise<number> {
  await lockFeeAccount(db, at.franchiseeId, at.account);
  let raised = 0;
  for (const late of await lateInstalments(db, at)) {
    const fee = lateFeeOn(at.rule, { ...late, on: at.on });
    if (fee.amount === 0) continue;
    const key = `${late.assignmentId}:${late.seq}`;
    const known = await standing(db, at.franchiseeId, key);
    if (known?.stopped) continue;
    const more = fee.amount - (known?.charged ?? 0);
    if (more <= 0) continue;
    const reason = `${late.label}: ${fee.formula}`;
    if (known)
      await moveLateFee(db, known, {
        amount: more,
        on: at.on,
        source: 'latefee.posted',
        sourceId: `${key}:${at.on}`,
        reason,
      });
    else
      await chargeAccount(db, {
        franchiseeId: at.franchiseeId,
        feeAccountId: at.account,
        kind: 'LATE_FEE',
        feeTypeCode: 'LATE_FEE',
        amount: more,
        label: `Late fee: ${late.label}`,
        reason,
        dueOn: at.on,
        yearId: late.yearId,
        source: 'latefee.posted',
        sourceId: key,
        ofLineId: late.lineId,
      });
    raised += 1;
  }
  if (raised > 0)
    await applyAdvance(db, { franchiseeId: at.franchiseeId, feeAccountId: at.account, on: at.on });
  return raised;
}

/** The late fee of an instalment with what was ever charged on it, waived or not. */
async function standing(
  db: Db,
  franchiseeId: number,
  key: string,
): Promise<(LateFeeLine & { charged: number; stopped: boolean }) | undefined> {
  const { rows } = await sql<LateFeeLine & { charged: number; stopped: boolean }>`
    select l.franchisee_id, l.id, l.fee_account_id, l.academic_year_id,
      l.state <> 'OPEN' or exists (select from late_fee_waiver w where w.franchisee_id = l.franchisee_id and w.fee_line_id = l.id
        and w.status = 'APPROVED' and w.stops) as stopped,
      (select coalesce(sum(p.amount), 0) from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
        where p.franchisee_id = l.franchisee_id and p.fee_line_id = l.id and p.account_code = '1200' and e.source = 'latefee.posted')::bigint as charged
    from fee_line l where l.franchisee_id = ${franchiseeId} and l.source = 'latefee.posted' and l.source_id = ${key}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Money that came on `paidOn` and is confirmed only now: what these nights have charged since on its instalments, and nobody
 * has paid, is taken back. Before the money is put on its lines.
 */
export async function takeBackLateFees(
  db: Db,
  of: {
    franchiseeId: number;
    feeAccountId: string;
    paymentId: string;
    paidOn: Day;
    today: Day;
    lines: readonly string[];
  },
): Promise<void> {
  if (of.paidOn >= of.today) return;
  const some = of.lines.length === 0 ? sql`true` : sql`o.id = any (${of.lines as string[]}::uuid[])`;
  const { rows } = await sql<LateFeeLine & { since: number; open: number }>`
    select l.franchisee_id, l.id, l.fee_account_id, l.academic_year_id, l.net - l.allocated as open,
      (select coalesce(sum(p.amount), 0) from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
        where p.franchisee_id = l.franchisee_id and p.fee_line_id = l.id and p.account_code = '1200'
          and e.source = 'latefee.posted' and e.effective_on > ${of.paidOn})::bigint as since
    from fee_line l
   where l.franchisee_id = ${of.franchiseeId} and l.fee_account_id = ${of.feeAccountId} and l.kind = 'LATE_FEE' and l.state = 'OPEN'
     and l.allocated < l.net and exists (select from fee_line f join fee_line o on o.franchisee_id = f.franchisee_id
       and o.fee_account_id = f.fee_account_id and o.fee_assignment_id = f.fee_assignment_id and o.seq = f.seq
      where f.franchisee_id = l.franchisee_id and f.id = l.of_line_id and ${some})`.execute(db);
  for (const line of rows) {
    const amount = Math.min(line.since, line.open);
    if (amount <= 0) continue;
    await lockFeeAccount(db, of.franchiseeId, of.feeAccountId);
    await moveLateFee(db, line, {
      amount,
      on: of.today,
      source: 'latefee.waived',
      sourceId: `${line.id}:${of.paymentId}`,
      reason: 'Paid in time',
    });
  }
}

/** One centre, account by account in a transaction of its own. */
export async function accrueCentre(
  work: <T>(franchiseeId: number, run: (db: Db) => Promise<T>) => Promise<T>,
  at: { franchiseeId: number; on: Day },
): Promise<{ ok: number; failed: number }> {
  const { rule, accounts } = await work(at.franchiseeId, async (db) => {
    const found = await lateFeeRule(db, at.franchiseeId);
    const late = found.type === 'NONE' ? [] : await lateInstalments(db, at);
    return { rule: found, accounts: [...new Set(late.map((one) => one.feeAccountId))] };
  });
  return eachPart(
    accounts,
    (account) => account,
    (account) => work(at.franchiseeId, (db) => accrueAccount(db, { ...at, account, rule })),
  );
}

export const accrueLateFeesJob: JobDeclaration = {
  name: 'finance.late-fees',
  title: 'Charge late fees',
  schedule: '10 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 20 * 3600,
  timeoutS: 3600,
  run: async ({ work, now }) => {
    const on = todayIst(now);
    const { rows } = await work(null, (db) =>
      sql<{
        id: number;
      }>`select id from franchisee where not is_head_office and status in ('ACTIVE', 'SUSPENDED') order by 1`.execute(
        db,
      ),
    );
    return eachPart(
      rows,
      ({ id }) => String(id),
      async ({ id }) =>
        (await accrueCentre((centre, run) => work(ensureFound(centre), run), { franchiseeId: id, on })).ok,
    );
  },
};
