// Registrations of head office's invoices and notes: most are through, one was refused, one cancelled, the newest can still be
// cancelled. The rows are the product's; what the portal answered is put in, as the demo's portal starts empty.
import { financeSettings } from '@aangan/areas/finance/finance.settings.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { writeSetting } from '@aangan/server/work/settings.ts';
import { sql } from 'kysely';
import { work } from '../../../db/demo/product.ts';

const HEAD_OFFICE = 1;

/** Before the invoices are made: e-invoices apply to everything that is dated in the demo. */
export const beginEInvoices = (database: Database, today: Day): Promise<void> =>
  work(database, systemActor(null), 'e-invoices-apply', (db) =>
    writeSetting(
      db,
      'finance',
      financeSettings.eInvoiceFrom,
      HEAD_OFFICE,
      `${Number(today.slice(0, 4)) - 1}-04-01`,
    ),
  );

/** The portal's answers, by the age of a document within its centre and kind. */
export const answerEInvoices = (database: Database, now: Date): Promise<void> =>
  work(database, systemActor(null), 'e-invoices', async (db) => {
    await sql`
      with aged as (select franchisee_id, id, row_number() over (partition by franchisee_id, document_kind order by doc_date desc, doc_no desc) as n,
          row_number() over (partition by franchisee_id order by doc_date desc, doc_no desc) as nth from e_invoice where status = 'PENDING')
      update e_invoice e set
        status = case when a.n = 2 and e.franchisee_id % 2 = 0 then 'FAILED' when a.n = 4 and e.franchisee_id % 3 = 0 then 'CANCELLED' else 'GENERATED' end,
        irn = case when a.n = 2 and e.franchisee_id % 2 = 0 then null else e.irn_expected end,
        ack_no = case when a.n = 2 and e.franchisee_id % 2 = 0 then null else '2322100' || lpad((e.franchisee_id * 1000 + a.nth)::text, 8, '0') end,
        ack_at = case when a.n = 2 and e.franchisee_id % 2 = 0 then null when a.n = 1 then ${now}::timestamptz - interval '3 hours' else (e.doc_date + time '12:40') at time zone 'Asia/Kolkata' end,
        signed_qr = case when a.n = 2 and e.franchisee_id % 2 = 0 then null else 'demo.' || encode(convert_to(json_build_object('DocNo', e.doc_no, 'Irn', e.irn_expected)::text, 'UTF8'), 'base64') || '.demo' end,
        cancel_reason = case when a.n = 4 and e.franchisee_id % 3 = 0 then '2' end, cancel_remark = case when a.n = 4 and e.franchisee_id % 3 = 0 then 'Wrong month in the invoice' end,
        cancelled_at = case when a.n = 4 and e.franchisee_id % 3 = 0 then (e.doc_date + time '17:05') at time zone 'Asia/Kolkata' end,
        last_code = case when a.n = 2 and e.franchisee_id % 2 = 0 then '3039' end,
        last_message = case when a.n = 2 and e.franchisee_id % 2 = 0 then 'The pincode is not in the state of the GSTIN. Correct it in the centre’s details, then retry.' end,
        attempts = 1, next_try_at = null
      from aged a where a.franchisee_id = e.franchisee_id and a.id = e.id`.execute(db);
    await sql`
      insert into e_invoice_attempt (franchisee_id, e_invoice_id, at, call, outcome, code, message, ms)
      select franchisee_id, id, coalesce(ack_at, (doc_date + time '12:40') at time zone 'Asia/Kolkata'), 'GENERATE', case status when 'FAILED' then 'REFUSED' else 'OK' end,
        last_code, case status when 'FAILED' then 'Pincode does not belong to the state' end, 640 from e_invoice where attempts = 1`.execute(
      db,
    );
  });
