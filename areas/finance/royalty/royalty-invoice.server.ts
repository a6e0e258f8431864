import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { invoiceSnapshot, royaltyInvoiceContract, royaltyInvoices } from './royalty-invoice.contract.ts';
import { sendInvoice } from './royalty-invoice-document.server.ts';

const open = sql`(d.amount - d.settled)`;

const royaltyInvoiceListing = serveListing(royaltyInvoices, {
  from: sql`royalty_invoice i join franchisee f on f.id = i.franchisee_id
    join franchisee_due d on d.franchisee_id = i.franchisee_id and d.kind = 'ROYALTY' and d.source_id = i.id`,
  alias: 'i',
  columns: {
    number: 'i.number',
    centre: 'f.company_name',
    month: 'i.month',
    issuedOn: 'i.issued_on',
    dueOn: 'i.due_on',
    taxable: 'i.taxable',
    marketing: 'i.marketing',
    tax: sql`(i.cgst + i.sgst + i.igst)`,
    total: 'i.total',
    open,
    overdueDays: sql`case when d.settled < d.amount then greatest(0, (now() at time zone 'Asia/Kolkata')::date - d.due_on) else 0 end`,
    status: sql`case when d.settled = 0 then 'OPEN' when d.settled < d.amount then 'PART_PAID' else 'PAID' end`,
  },
  can: (_row, actor) => ({ send: mayCall(actor, royaltyInvoiceContract.send) }),
});
export const { handlers } = royaltyInvoiceListing;

export const getInvoice = handle(royaltyInvoiceContract.get, async ({ db, actor, input }) => {
  const found = ensureFound(
    await db
      .selectFrom('royalty_invoice')
      .select(['id', 'franchisee_id', 'snapshot', 'file_id', 'entry_id'])
      .where((eb) => eb.or([eb('id', '=', input.ref), eb('entry_id', '=', input.ref)]))
      .executeTakeFirst(),
  );
  const row = ensureFound(await royaltyInvoiceListing.row({ db, actor }, found.id));
  const { rows: settlements } = await sql<{
    on: string;
    way: string;
    amount: number;
    reference: string | null;
  }>`
    select s.settled_on as on, s.way, s.amount, p.ack_no as reference
      from franchisee_due d join franchisee_due_settlement s on s.franchisee_id = d.franchisee_id and s.due_id = d.id
      left join payment p on p.franchisee_id = s.franchisee_id and p.id = s.source_id
     where d.franchisee_id = ${found.franchisee_id} and d.kind = 'ROYALTY' and d.source_id = ${found.id} order by s.at`.execute(
    db,
  );
  const registered = await db
    .selectFrom('e_invoice')
    .select(['irn', 'ack_no', 'ack_at', 'signed_qr'])
    .where('franchisee_id', '=', found.franchisee_id)
    .where('document_kind', '=', 'ROYALTY')
    .where('document_id', '=', found.id)
    .where('status', 'in', ['GENERATED', 'MANUALLY_GENERATED', 'PENDING_CANCEL'])
    .executeTakeFirst();
  return {
    ...row,
    eInvoice: registered?.irn
      ? {
          irn: registered.irn,
          ackNo: registered.ack_no,
          ackAt: registered.ack_at,
          qr: registered.signed_qr,
        }
      : null,
    document: invoiceSnapshot.parse(found.snapshot),
    entryId: found.entry_id,
    pdfUrl: found.file_id ? fileUrl({ franchiseeId: found.franchisee_id, fileId: found.file_id }) : null,
    settlements,
  };
});

export const sendAgain = handle(royaltyInvoiceContract.send, async ({ db, input, now }) => {
  const { franchisee_id: franchiseeId } = ensureFound(
    await db
      .selectFrom('royalty_invoice')
      .select('franchisee_id')
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  return { sent: await sendInvoice(db, { franchiseeId, invoiceId: input.id, once: now.toISOString() }) };
});
