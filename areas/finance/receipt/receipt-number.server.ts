import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { documentNumber } from './issue-receipt.server.ts';
import { receiptNumberContract } from './receipt-number.contract.ts';

export const nextReceiptNumber = handle(receiptNumberContract.next, async ({ db, actor, now }) => {
  const franchiseeId = chosenCentre(actor);
  const fy = financialYear(todayIst(now)).compact;
  const last = await db
    .selectFrom('receipt')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('franchisee_id', '=', franchiseeId)
    .where('series', '=', 'R')
    .where('fy', '=', fy)
    .executeTakeFirst();
  return { number: documentNumber('R', franchiseeId, fy, Number(last?.seq ?? 0) + 1) };
});
