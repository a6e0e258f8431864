import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { settlementContract as c, settlements } from './settlement.contract.ts';
import { settlementStates } from './settlement.states.ts';

/** Head office prepares; a centre sees a payout once it is approved. */
const seesDrafts = (actor: Actor) => mayCall(actor, c.preview);

export const settlementListing = serveListing(settlements, {
  from: sql`settlement_batch b join franchisee f on f.id = b.franchisee_id`,
  alias: 'b',
  joins: sql`left join app_user u on u.id = b.maker
    left join bank_account k on k.franchisee_id = b.franchisee_id and k.id = b.bank_account_id`,
  columns: {
    centre: 'f.company_name',
    number: 'b.number',
    cutOff: 'b.cut_off',
    receipts: sql`(select count(*)::int from settlement_line l where l.franchisee_id = b.franchisee_id and l.batch_id = b.id and l.kind = 'RECEIPT')`,
    gross: 'b.gross',
    gatewayFee: 'b.gateway_fee',
    refunds: 'b.refunds',
    adjustments: 'b.adjustments',
    dues: 'b.dues',
    net: 'b.net',
    utr: 'b.utr',
    paidOn: 'b.paid_on',
    builtAt: sql`date_trunc('milliseconds', b.created_at)`,
    builtBy: personName('u'),
    status: 'b.status',
    makers: sql`array_remove(array[b.maker, b.submitted_by], null)::text[]`,
    last4: 'k.last4',
    problem: 'b.problem',
  },
  only: (actor) =>
    seesDrafts(actor) ? sql`true` : sql`b.status not in ('DRAFT', 'SUBMITTED', 'DISCARDED', 'APPROVED')`,
  where: { franchiseeId: (id: number) => sql<boolean>`b.franchisee_id = ${id}` },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(settlementStates, row.status));
    const other = actor.userId !== null && !row.makers.includes(actor.userId);
    const may = (step: string, endpoint: Parameters<typeof mayCall>[1]) =>
      steps.has(step) && mayCall(actor, endpoint);
    return {
      submit: may('submit', c.submit),
      approve: other && may('approve', c.approve) && holdsCode(actor, 'SETTLEMENT_APPROVE'),
      reject: other && may('reject', c.reject),
      discard: may('discard', c.discard),
      initiate: other && may('initiate', c.initiate),
      paid: may('paid', c.recordUtr),
      fail: may('fail', c.fail),
      reopen: may('reopen', c.reopen),
      return: may('return', c.returned),
      'bank-file': may('initiate', c.bankFile),
    };
  },
});
export const { handlers } = settlementListing;
