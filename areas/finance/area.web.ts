import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { concession } from './concession/concession.record.ts';
import { feeType } from './fee-type/fee-type.record.ts';
import { receiptFeeType } from './fee-type/receipt-fee-type.record.ts';
import { financeScreens } from './screens.ts';

export const financeWeb = loadScreens(
  financeScreens,
  {
    '/finance/dashboard': () => import('./dashboard/finance-dashboard.tsx').then((s) => s.FinanceDashboard),
    '/fee-type/transaction/bank-details-list': () =>
      import('./bank-account/bank-account-list.tsx').then((s) => s.BankAccountList),
    '/fee-type/transaction/bank-details-save': () =>
      import('./bank-account/bank-account-form.tsx').then((s) => s.AddBankAccount),
    '/fee-type/transaction/bank-details-edit/{id}': () =>
      import('./bank-account/bank-account-form.tsx').then((s) => s.ChangeBankAccount),
    '/concession/tax/{type}': () => import('./fee-type/tax-screen.tsx').then((s) => s.TaxScreen),
    '/fee-component/list': () => import('./fee-plan/fee-plan-list.tsx').then((s) => s.FeePlanList),
    '/fee-component/add': () => import('./fee-plan/plan-editor.tsx').then((s) => s.PlanEditor),
    '/fee-component/editPlan/{planID?}': () => import('./fee-plan/plan-editor.tsx').then((s) => s.PlanEditor),
    '/fee-component/upload': () => import('./fee-upload/fee-plan-upload.tsx').then((s) => s.FeePlanUpload),
    '/fee-component/fee-installment/{componentID}/{breakDownID}': () =>
      import('./fee-plan/matrix-screen.tsx').then((s) => s.MatrixScreen),
    '/fee-component/fee-installment/royalty/{componentID}/{breakDownID}': () =>
      import('./fee-plan/matrix-screen.tsx').then((s) => s.RoyaltyMatrixScreen),
    '/fee-component/fee-plan/assign/{studentAdmissionID}': () =>
      import('./assignment/assign-screen.tsx').then((s) => s.AssignScreen),
    '/concession/settings': () =>
      import('./concession/concession-settings.tsx').then((s) => s.ConcessionSettings),
    '/concession/application-setting': () =>
      import('./fee-type/form-fee-settings.tsx').then((s) => s.FormFeeSettings),
    '/concession/fee-setting': () => import('./concession/fee-settings.tsx').then((s) => s.FeeSettings),
    '/approve-concession/list': () =>
      import('./concession/concession-queue.tsx').then((s) => s.ConcessionQueue),
    '/approve-plan/list': () => import('./assignment/approve-list.tsx').then((s) => s.ApprovePlanList),
    '/approve-plan/plan-details/{enquiryID}': () =>
      import('./assignment/approve-details.tsx').then((s) => s.ApprovePlanDetails),
    '/ledger/student-list': () => import('./ledger/student-ledger-list.tsx').then((s) => s.StudentLedgerList),
    '/ledger/student-ledger/{studentAdmissionID?}': () =>
      import('./ledger/student-ledger.tsx').then((s) => s.StudentLedger),
    '/ledger/student-fee-plan/{studentAdmissionID?}': () =>
      import('./ledger/student-ledger.tsx').then((s) => s.StudentFeePlan),
    '/ledger/franchisee': () => import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeLedgerList),
    '/ledger/franchisee/detail/{franchiseeID?}': () =>
      import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeLedgerDetail),
    '/ledger/franchisee-nodal': () => import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeNodal),
    '/ledger/franchisee/royalty-invoice/{transactionID?}': () =>
      import('./royalty/royalty-invoice.tsx').then((s) => s.RoyaltyInvoices),
    '/ledger/franchisee/payments': () =>
      import('./franchisee-due/franchisee-payments.tsx').then((s) => s.FranchiseePayments),
    '/ledger/franchisee-order': () => import('./franchisee-due/kit-dues.tsx').then((s) => s.KitDues),
    '/ledger/franchisee-order-kit': () => import('./franchisee-due/kit-dues.tsx').then((s) => s.KitTypes),
    '/ledger/transaction/add': () => import('./note/notes.tsx').then((s) => s.Notes),
    '/ledger/nodal-payment-transfer': () =>
      import('./settlement/settlement-batches.tsx').then((s) => s.SettlementBatches),
    '/payments/settlement-payment-transfer': () =>
      import('./settlement/settlement-transfer.tsx').then((s) => s.SettlementTransfer),
    '/ledger/nodal': () => import('./ledger/nodal-ledger.tsx').then((s) => s.NodalLedger),
    '/royalty/list': () => import('./royalty/royalty-list.tsx').then((s) => s.RoyaltyList),
    '/royalty/eInvoice-list': () => import('./e-invoice/e-invoice-list.tsx').then((s) => s.EInvoiceList),
    '/royalty/royalty-list/{StudentAdmissionID?}/{franchiseeNo}': () =>
      import('./royalty/royalty-list.tsx').then((s) => s.RoyaltyAccruals),
    '/royalty/student-royalty-details/{studentAdmissionID?}': () =>
      import('./royalty/student-royalty.tsx').then((s) => s.StudentRoyalty),
    '/approve-payment/list': () =>
      import('./payment/approve-payment-list.tsx').then((m) => m.ApprovePaymentList),
    '/approve-payment/approve-payment-details/{enquiryID}': () =>
      import('./payment/approve-payment-details.tsx').then((m) => m.ApprovePaymentDetails),
    '/payments/pay/{referenceID?}': () => import('./payment/take-payment.tsx').then((m) => m.TakePayment),
    '/payments/application-form/{refID}': () =>
      import('./payment/form-counter.tsx').then((m) => m.FormCounter),
    '/payments/admission-form/{refID}': () => import('./payment/form-counter.tsx').then((m) => m.FormCounter),
    '/payments/transfer-franchiseeToBB': () =>
      import('./franchisee-due/pay-head-office.tsx').then((s) => s.PayHeadOffice),
    '/payment-links/page/{current}': () =>
      import('./payment-link/payment-link-list.tsx').then((m) => m.PaymentLinkList),
    '/admission-payments/{referenceID}': () =>
      import('./payment/public-payment-page.tsx').then((m) => m.PublicPaymentPage),
    '/payment-invoice': () => import('./receipt/public-receipt-page.tsx').then((m) => m.PublicReceiptPage),
  },
  [
    recordLoads(concession),
    recordLoads(receiptFeeType),
    recordLoads(feeType, {
      list: () => import('./fee-type/fee-type-list.tsx').then((s) => s.FeeTypeList),
      form: () => import('./fee-type/fee-type-form.tsx').then((s) => s.FeeTypeForm),
    }),
  ],
);
