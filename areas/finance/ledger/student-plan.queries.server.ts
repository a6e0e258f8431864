// Instalments of a child with what is paid and open, and the plans behind them.
import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { paymentOrder } from '../fee-account/fee-line.server.ts';
import { readAccountCard } from './account-card.server.ts';
import { type Instalment, ledgerContract } from './ledger.contract.ts';

export const getStudentPlan = handle(ledgerContract.studentPlan, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const { account, balance } = await readAccountCard(db, { actor, ref: input.ref, today });
  return {
    account,
    balance,
    instalments: await instalmentsOf(db, account, today),
    assignments: await plansOf(db, account),
  };
});

async function instalmentsOf(
  db: Db,
  account: { franchiseeId: number; feeAccountId: string },
  today: string,
): Promise<Instalment[]> {
  const lines = await db
    .selectFrom('fee_line as l')
    .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
    .select([
      'l.id',
      'l.kind',
      'l.state',
      'l.seq',
      'l.label',
      't.name',
      'l.component_kind',
      'l.fee_assignment_id',
      'l.due_on',
      'l.grace_days',
      'l.gross',
      'l.concession',
      'l.tax',
      'l.net',
      'l.allocated',
      'l.formula',
    ])
    .where('l.franchisee_id', '=', account.franchiseeId)
    .where('l.fee_account_id', '=', account.feeAccountId)
    .orderBy(await paymentOrder(db, account.franchiseeId))
    .execute();
  const groups = new Map<string, typeof lines>();
  for (const line of lines) {
    const key =
      line.kind === 'PLAN' ? `${line.fee_assignment_id}:${line.seq}:${line.state === 'CANCELLED'}` : line.id;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, own]) => {
    const first = own[0] as (typeof own)[number]; // a group is made by its first line
    const net = own.reduce((sum, line) => sum + line.net, 0);
    const allocated = own.reduce((sum, line) => sum + line.allocated, 0);
    const overdueDays =
      first.state === 'OPEN' && allocated < net
        ? Math.max(0, daysBetween(addDays(first.due_on, first.grace_days), today))
        : 0;
    return {
      key,
      label: first.kind === 'PLAN' ? (first.label.split(':')[0] ?? first.label) : first.label,
      dueOn: first.due_on,
      graceDays: first.grace_days,
      net,
      allocated,
      overdueDays,
      state: stateOf(first.state, { net, allocated, overdueDays, dueOn: first.due_on, today }),
      lines: own.map((line) => ({
        id: line.id,
        kind: line.kind,
        label: line.label,
        name: line.name,
        componentKind: line.component_kind,
        state: line.state,
        gross: line.gross,
        concession: line.concession,
        tax: line.tax,
        net: line.net,
        allocated: line.allocated,
        formula: line.formula,
      })),
    };
  });
}

function stateOf(
  state: string,
  at: { net: number; allocated: number; overdueDays: number; dueOn: string; today: string },
): Instalment['state'] {
  if (state === 'CANCELLED') return 'CANCELLED';
  if (at.allocated >= at.net) return 'PAID';
  if (state === 'PLANNED') return 'PLANNED';
  if (at.overdueDays > 0) return 'OVERDUE';
  if (at.allocated > 0) return 'PART';
  return at.dueOn <= at.today ? 'OPEN' : 'NOT_DUE';
}

async function plansOf(db: Db, account: { franchiseeId: number; feeAccountId: string }) {
  const { rows } = await sql<{
    id: string;
    planName: string;
    optionName: string;
    status: string;
    joinsOn: string;
    net: number;
    concession: number;
    active: boolean;
  }>`
    select f.id, p.name as "planName", b.name as "optionName", f.status, f.joins_on as "joinsOn", f.net, f.concession,
      exists (select from plan_activation v where v.franchisee_id = f.franchisee_id and v.fee_assignment_id = f.id) as active
    from fee_assignment f join fee_plan p on p.id = f.fee_plan_id join fee_plan_breakdown b on b.id = f.breakdown_id
    where f.franchisee_id = ${account.franchiseeId} and f.fee_account_id = ${account.feeAccountId} and f.status <> 'CANCELLED' order by f.created_at desc`.execute(
    db,
  );
  return rows;
}
