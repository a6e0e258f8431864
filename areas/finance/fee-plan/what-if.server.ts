// The what-if drawer: everything a choice would do, from the same functions that will do it (finance.md 11.1). No writes.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type Choice, type Proposal, proposalOf } from '../assignment/assignment-choice.server.ts';
import { codeFor } from '../concession/approval-level.server.ts';
import { billPostings } from '../ledger/bill-lines.server.ts';
import { accountName } from '../ledger/chart.ts';
import { financeModules } from '../modules.ts';
import { agreementOn } from '../royalty/accrue-royalty.server.ts';
import { royaltyOf } from '../royalty/royalty-rules.ts';
import { feePlanContract, type ScheduleView } from './fee-plan.contract.ts';
import type { ScheduleLine } from './schedule.ts';

export const whatIf = handle(feePlanContract.whatIf, async ({ db, actor, input, now }) => {
  const franchiseeId = input.franchiseeId ?? actor.franchiseeId ?? 1;
  return quotePlan(db, actor, { choice: { ...input, franchiseeId }, today: todayIst(now) });
});

/** The schedule of a choice, for areas that sell by plans. Reads only. */
export async function quotePlan(
  db: Db,
  actor: Actor,
  { choice, today }: { choice: Choice; today: string },
): Promise<ScheduleView> {
  const proposal = await proposalOf(db, choice);
  return scheduleViewOf(db, actor, choice.franchiseeId, { proposal, today });
}

export async function scheduleViewOf(
  db: Db,
  actor: Actor,
  franchiseeId: number,
  { proposal, today }: { proposal: Proposal; today: string },
): Promise<ScheduleView> {
  const { schedule } = proposal;
  return {
    ...schedule,
    lines: schedule.lines.map((line) => ({ ...line })),
    approvalCode: await codeFor(db, schedule.deviationBp),
    royalty: holds(actor, financeModules.royalty, false)
      ? await expectedRoyalty(db, franchiseeId, schedule.lines, today)
      : null,
    postings: await postingsOf(db, schedule.lines),
  };
}

/** Royalty of the whole plan if everything were paid under the agreement of today. */
export async function expectedRoyalty(
  db: Db,
  franchiseeId: number,
  lines: readonly ScheduleLine[],
  today: string,
): Promise<number> {
  const agreement = await agreementOn(db, franchiseeId, today);
  if (!agreement || agreement.model === 'NONE') return 0;
  return lines.reduce(
    (sum, line) =>
      sum +
      royaltyOf(
        {
          componentKind: line.componentKind,
          gross: line.gross,
          concession: line.concession,
          net: line.net,
          roundOff: line.roundOff,
          royaltyBase: line.royaltyBase,
          royaltyBp: line.royaltyBp,
          royaltyLessBp: line.royaltyLessBp,
          concessionAtHeadOffice: false,
        },
        agreement.terms,
        { amount: line.net, before: 0, yearBase: 0 },
      ).reduce((total, part) => total + part.royalty, 0),
    0,
  );
}

async function postingsOf(db: Db, lines: readonly ScheduleLine[]): Promise<ScheduleView['postings']> {
  const ids = [...new Set(lines.map((line) => line.feeTypeId))];
  const types =
    ids.length === 0
      ? []
      : await db.selectFrom('fee_type').select(['id', 'income_account']).where('id', 'in', ids).execute();
  const account = new Map(types.map((type) => [type.id, type.income_account]));
  return [...new Set(lines.map((line) => line.seq))].flatMap((seq) => {
    const own = lines.filter((line) => line.seq === seq);
    const postings = billPostings(
      '',
      own.map((line, index) => ({
        id: String(index),
        gross: line.gross,
        concession: line.concession,
        tax: line.tax,
        roundOff: line.roundOff,
        incomeAccount: account.get(line.feeTypeId) ?? '4170',
      })),
    );
    const sums = new Map<string, number>();
    for (const posting of postings)
      sums.set(posting.account, (sums.get(posting.account) ?? 0) + posting.amount);
    return [...sums].map(([code, amount]) => ({
      on: own[0]?.dueOn ?? '',
      label: own[0]?.instalment ?? '',
      account: code,
      accountName: accountName(code),
      amount,
    }));
  });
}
