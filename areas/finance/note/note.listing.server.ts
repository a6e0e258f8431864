import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { noteContract, notes } from './note.contract.ts';
import { noteStates } from './note.states.ts';

export const noteListing = serveListing(notes, {
  from: sql`note n join franchisee z on z.id = n.franchisee_id
    left join fee_account k on k.franchisee_id = n.franchisee_id and k.id = n.fee_account_id`,
  alias: 'n',
  joins: sql`left join app_user u on u.id = n.maker`,
  columns: {
    number: 'n.number',
    subject: sql`coalesce(k.child_label, z.company_name)`,
    centre: 'z.company_name',
    party: 'n.party',
    type: 'n.type',
    reasonCode: 'n.reason_code',
    reason: 'n.reason',
    taxable: 'n.taxable',
    tax: 'n.tax',
    total: 'n.total',
    credited: sql`case when n.type = 'CREDIT' then n.total else 0 end`,
    debited: sql`case when n.type = 'DEBIT' then n.total else 0 end`,
    issuedOn: 'n.issued_on',
    // As a reader gets it back: a filter from and to that very instant finds the row.
    askedAt: sql`date_trunc('milliseconds', n.created_at)`,
    askedBy: personName('u'),
    status: 'n.status',
    maker: 'n.maker',
    feeAccountId: 'n.fee_account_id',
    codes: sql`array(select b.approval_code from approval_band b where b.subject = 'NOTE'
      and (b.up_to_amount is null or n.total <= b.up_to_amount) order by b.level)`,
  },
  can: (row, actor) => {
    const steps = new Set(actionsFrom(noteStates, row.status));
    const other = row.maker !== actor.userId;
    return {
      approve:
        other &&
        steps.has('approve') &&
        mayCall(actor, noteContract.approve) &&
        (row.party === 'STUDENT' || actor.wholeNetwork) &&
        row.codes.some((code) => holdsCode(actor, code)),
      reject: other && steps.has('reject') && mayCall(actor, noteContract.reject),
    };
  },
});
export const { handlers } = noteListing;
