import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { serve } from '@aangan/server/endpoint/handle.ts';
import { finance } from './area.ts';
import { bankFacts, financeCentreChecks } from './bank-account/centre-facts.server.ts';
import { collectionsHealth } from './centre-health.server.ts';
import { sendEInvoices } from './e-invoice/send-e-invoices.server.ts';
import { registerFinanceHistories } from './finance-histories.server.ts';
import { financeHomeCards } from './home-cards.server.ts';
import { accrueLateFeesJob } from './late-fee/accrue-late-fees.server.ts';
import { compactTallyJob, sealLedger, snapshotLedger, verifyLedgerJob } from './ledger/ledger-jobs.server.ts';
import { noteWorker } from './note/note-document.server.ts';
import { paymentExtras } from './payment/payment-area.server.ts';
import { proofJob } from './recon/proof.server.ts';
import { refundExtras, refundFiles } from './refund/refund-area.server.ts';
import { royaltyInvoiceWorker } from './royalty/royalty-invoice-document.server.ts';
import { royaltyRunJob } from './royalty/royalty-run.server.ts';
import { financeSetUp } from './set-up.server.ts';
import { settlementFiles, settlementJobs, settlementOutbox } from './settlement/settlement-area.server.ts';
import { financeEffects } from './suspension.server.ts';

const extras: AreaExtras = {
  ...paymentExtras,
  centreFacts: bankFacts,
  healthMeasures: [collectionsHealth],
  setUpSteps: financeSetUp,
  centreChecks: financeCentreChecks,
  homeCards: financeHomeCards,
  suspensionEffects: financeEffects,
  jobs: [
    sealLedger,
    snapshotLedger,
    compactTallyJob,
    verifyLedgerJob,
    royaltyRunJob,
    accrueLateFeesJob,
    ...(paymentExtras.jobs ?? []),
    ...(refundExtras.jobs ?? []),
    ...settlementJobs,
    sendEInvoices,
    proofJob,
  ],
  outbox: {
    ...paymentExtras.outbox,
    ...refundExtras.outbox,
    'finance.royalty-invoice': royaltyInvoiceWorker,
    'finance.note': noteWorker,
    ...settlementOutbox,
  },
};

registerFinanceHistories();

export const financeServer = serve(
  finance,
  [
    await import('./assignment/approve-many.server.ts'),
    await import('./assignment/fee-assignment.commands.server.ts'),
    await import('./assignment/fee-assignment.queries.server.ts'),
    await import('./bank-account/bank-account.commands.server.ts'),
    await import('./cheque/cheque.server.ts'),
    await import('./concession/finance-band.server.ts'),
    await import('./concession/student-concession.listing.server.ts'),
    await import('./concession/student-concession.queries.server.ts'),
    await import('./concession/student-concession.server.ts'),
    await import('./dashboard/finance-dashboard.server.ts'),
    await import('./fee-plan/copy-fee-plan.server.ts'),
    await import('./fee-plan/decide-fee-plan.server.ts'),
    await import('./fee-plan/fee-plan.queries.server.ts'),
    await import('./fee-plan/save-fee-plan.server.ts'),
    await import('./fee-plan/what-if.server.ts'),
    await import('./fee-type/decide-fee-type.server.ts'),
    await import('./fee-type/form-fee.server.ts'),
    await import('./fee-upload/fee-plan-upload.server.ts'),
    await import('./finance-setting-forms.server.ts'),
    await import('./franchisee-due/franchisee-due.listing.server.ts'),
    await import('./franchisee-due/franchisee-payment.listing.server.ts'),
    await import('./franchisee-due/franchisee-payment.server.ts'),
    await import('./late-fee/late-fee.server.ts'),
    await import('./ledger/book.queries.server.ts'),
    await import('./ledger/student-ledger.queries.server.ts'),
    await import('./ledger/student-plan.queries.server.ts'),
    await import('./note/decide-note.server.ts'),
    await import('./note/note.listing.server.ts'),
    await import('./note/submit-note.server.ts'),
    await import('./payment-link/payment-link.server.ts'),
    await import('./payment/approve-payment-details.server.ts'),
    await import('./payment/form-counter.server.ts'),
    await import('./payment/offline-payment.server.ts'),
    await import('./payment/online-payment.server.ts'),
    await import('./payment/payment-exception.server.ts'),
    await import('./payment/payment.listing.server.ts'),
    await import('./receipt/receipt-number.server.ts'),
    await import('./receipt/receipt.queries.server.ts'),
    ...refundFiles,
    await import('./report/ledger-report.server.ts'),
    await import('./report/royalty-report.server.ts'),
    await import('./royalty/royalty-agreement.server.ts'),
    await import('./royalty/royalty-invoice.server.ts'),
    await import('./royalty/royalty-run.server.ts'),
    await import('./royalty/royalty.queries.server.ts'),
    ...settlementFiles,
    await import('./e-invoice/e-invoice.server.ts'),
    await import('./recon/bank-line.server.ts'),
    await import('./recon/period.server.ts'),
    await import('./recon/proof.server.ts'),
  ],
  extras,
);
