import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/work/ensure.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { financeSettings } from '../finance.settings.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { eInvoiceContract as c, eInvoices } from './e-invoice.contract.ts';
import { CANCEL_HOURS, eInvoiceStates, REPORT_DAYS, statesOfGroup } from './e-invoice.states.ts';
import { irpConfig } from './irp-client.server.ts';
import { printRegistered } from './printed-e-invoice.server.ts';

const TABLE = { states: eInvoiceStates, table: 'e_invoice' } as const;
const cancelUntil = sql`(e.ack_at + ${`${CANCEL_HOURS} hours`}::interval)`;

export const eInvoiceListing = serveListing(eInvoices, {
  from: sql`e_invoice e join franchisee f on f.id = e.franchisee_id`,
  alias: 'e',
  columns: {
    number: 'e.doc_no',
    kind: 'e.document_kind',
    centre: 'f.company_name',
    buyerGstin: 'e.buyer_gstin',
    issuedOn: 'e.doc_date',
    total: 'e.total',
    reportBy: sql`(e.doc_date + ${REPORT_DAYS}::int)`,
    ackAt: sql`date_trunc('milliseconds', e.ack_at)`,
    message: 'e.last_message',
    status: 'e.status',
    group: sql`case when ${several('e.status', statesOfGroup.NEEDS, 'text')} then 'NEEDS'
      when ${several('e.status', statesOfGroup.WORKING, 'text')} then 'WORKING' else 'DONE' end`,
    documentId: 'e.document_id',
    cancelUntil: sql`case when e.status = 'GENERATED' then ${cancelUntil} end`,
  },
  can: (row, actor) => {
    const steps = new Set<string>(actionsFrom(eInvoiceStates, row.status));
    const may = (step: string, endpoint: Parameters<typeof mayCall>[1]) =>
      steps.has(step) && mayCall(actor, endpoint);
    const open = row.cancelUntil !== null && Date.parse(row.cancelUntil) > Date.now();
    return {
      retry: may('retry', c.retry),
      'mark-generated': may('mark-generated', c.markGenerated),
      cancel: open && may('cancel', c.cancel),
      'mark-cancelled': may('mark-cancelled', c.markCancelled),
      'credit-note': !open && row.status === 'GENERATED' && mayCall(actor, c.cancel),
    };
  },
});
export const { handlers } = eInvoiceListing;

export const getEInvoice = handle(c.get, async ({ db, actor, input }) => {
  const row = ensureFound(await eInvoiceListing.row({ db, actor }, input.id));
  const one = await db
    .selectFrom('e_invoice')
    .selectAll()
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('e_invoice_attempt')
    .select(['at', 'call', 'outcome', 'message', 'ms'])
    .where('franchisee_id', '=', one.franchisee_id)
    .where('e_invoice_id', '=', one.id)
    .orderBy('at', 'desc')
    .limit(20)
    .execute();
  return {
    ...row,
    irn: one.irn,
    irnExpected: one.irn_expected,
    ackNo: one.ack_no,
    qr: one.signed_qr,
    payload: one.payload === null ? null : JSON.stringify(one.payload, null, 2),
    cancelReason: one.cancel_reason,
    cancelRemark: one.cancel_remark,
    attempts,
  };
});

export const setup = handle(c.setup, async ({ db, actor, ports }) => ({
  from: await withCentres(db, [HEAD_OFFICE], 'royalty.invoice', () =>
    readSetting(db, 'finance', financeSettings.eInvoiceFrom, HEAD_OFFICE),
  ),
  portal: irpConfig(ports.config) !== null,
  mayChange: mayCall(actor, c.applyFrom),
}));

export const applyFrom = handle(c.applyFrom, async ({ db, input }) => {
  await withCentres(db, [HEAD_OFFICE], 'royalty.invoice', () =>
    writeSetting(db, 'finance', financeSettings.eInvoiceFrom, HEAD_OFFICE, input.from ?? null),
  );
  return {};
});

export const retry = handle(c.retry, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'e_invoice', input.id, version);
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'retry',
    set: { next_try_at: now, last_code: null, last_message: null },
  });
  return {};
});

export const markGenerated = handle(c.markGenerated, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'e_invoice', input.id, version);
  ensureStep(eInvoiceStates, row.status, 'mark-generated');
  ensure(input.irn === row.irn_expected, () =>
    refuseFinance('einvoice.irn-mismatch', { fields: { irn: 'This is the IRN of another document' } }),
  );
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'mark-generated',
    set: {
      irn: input.irn,
      ack_no: input.ackNo.slice(0, 20),
      ack_at: now,
      last_code: null,
      last_message: null,
    },
  });
  await printRegistered(db, row, input.irn);
  return {};
});

export const cancel = handle(c.cancel, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'e_invoice', input.id, version);
  ensureStep(eInvoiceStates, row.status, 'cancel');
  const until = row.ack_at === null ? 0 : Date.parse(row.ack_at) + CANCEL_HOURS * 3_600_000;
  ensure(now.getTime() < until, () => refuseFinance('einvoice.window-closed'));
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'cancel',
    reason: input.remark,
    set: { cancel_reason: String(input.reason) as '1', cancel_remark: input.remark, next_try_at: now },
  });
  return {};
});

export const markCancelled = handle(c.markCancelled, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'e_invoice', input.id, version);
  await moveStatus(db, {
    ...TABLE,
    row,
    action: 'mark-cancelled',
    reason: input.remark,
    set: { cancel_remark: input.remark, cancelled_at: now, last_message: null },
  });
  return {};
});
