import { area } from '@aangan/contract/area.ts';
import { approvalBatch, feeAssignmentContract } from './assignment/fee-assignment.contract.ts';
import { bankAccountContract } from './bank-account/bank-account.contract.ts';
import { bankAccount } from './bank-account/bank-account.record.ts';
import { chequeContract, cheques } from './cheque/cheque.contract.ts';
import { concession } from './concession/concession.record.ts';
import { concessionBudget } from './concession/concession-budget.record.ts';
import { financeBandContract } from './concession/finance-band.contract.ts';
import { studentConcessionContract } from './concession/student-concession.contract.ts';
import { studentConcessions } from './concession/student-concession.listing.ts';
import { financeBoard } from './dashboard/finance-dashboard.contract.ts';
import { eInvoiceContract, eInvoices } from './e-invoice/e-invoice.contract.ts';
import { feePlanContract } from './fee-plan/fee-plan.contract.ts';
import { feeTypeContract } from './fee-type/fee-type.contract.ts';
import { feeType } from './fee-type/fee-type.record.ts';
import { formFeeContract } from './fee-type/form-fee.contract.ts';
import { receiptFeeType } from './fee-type/receipt-fee-type.record.ts';
import { taxRate, tdsRate } from './fee-type/tax-rate.record.ts';
import { feePlanUpload } from './fee-upload/fee-plan-upload.contract.ts';
import { financeSettings } from './finance.settings.ts';
import { financeSettingForms } from './finance-setting-forms.ts';
import { franchiseeDues, kitDues } from './franchisee-due/franchisee-due.listing.ts';
import { franchiseePaymentContract } from './franchisee-due/franchisee-payment.contract.ts';
import { franchiseePayments } from './franchisee-due/franchisee-payment.listing.ts';
import { lateFeeContract, lateFeeWaivers } from './late-fee/late-fee.contract.ts';
import { lateFeeSettings } from './late-fee/late-fee.settings.ts';
import { ledgerContract } from './ledger/ledger.contract.ts';
import { financeModules } from './modules.ts';
import { noteContract, notes } from './note/note.contract.ts';
import { paymentSettings } from './payment/payment.settings.ts';
import { paymentContracts, paymentMessages, paymentPersonalData } from './payment/payment-area.ts';
import { receiptNumberContract } from './receipt/receipt-number.contract.ts';
import { bankLineContract, bankStatements } from './recon/bank-line.contract.ts';
import { periodContract } from './recon/period.contract.ts';
import { refundContracts, refundMessages, refundPersonalData } from './refund/refund-area.ts';
import { ledgerReports, royaltyReports } from './report/finance-report.contract.ts';
import { royaltyAgreementContract, royaltyContract } from './royalty/royalty.contract.ts';
import { royaltyInvoiceContract, royaltyInvoices } from './royalty/royalty-invoice.contract.ts';
import { royaltyRunContract } from './royalty/royalty-run.contract.ts';
import { financeScreens } from './screens.ts';
import { settlementContracts, settlementMessages } from './settlement/settlement-area.ts';

export const finance = area({
  ...financeScreens,
  modules: financeModules.$info,
  records: [feeType, receiptFeeType, bankAccount, concession, concessionBudget, taxRate, tdsRate],
  contracts: [
    feeTypeContract,
    bankAccountContract,
    feePlanContract,
    feePlanUpload.endpoints,
    feeAssignmentContract,
    approvalBatch.endpoints,
    ledgerContract,
    royaltyContract,
    royaltyAgreementContract,
    royaltyRunContract,
    royaltyInvoiceContract,
    royaltyInvoices.endpoints,
    { dashboard: financeBoard.endpoint },
    ...[...ledgerReports, ...royaltyReports].map(({ endpoints }) => endpoints),
    financeBandContract,
    receiptNumberContract,
    formFeeContract,
    studentConcessionContract,
    studentConcessions.endpoints,
    franchiseePaymentContract,
    noteContract,
    notes.endpoints,
    franchiseeDues.endpoints,
    kitDues.endpoints,
    franchiseePayments.endpoints,
    ...financeSettingForms.map((form) => form.endpoints),
    lateFeeContract,
    lateFeeWaivers.endpoints,
    ...paymentContracts,
    ...refundContracts,
    chequeContract,
    cheques.endpoints,
    ...settlementContracts,
    eInvoiceContract,
    eInvoices.endpoints,
    bankLineContract,
    bankStatements.endpoints,
    periodContract,
  ],
  messages: [...paymentMessages, ...refundMessages, ...settlementMessages],
  settings: [
    ...Object.values(financeSettings),
    ...Object.values(paymentSettings),
    ...Object.values(lateFeeSettings),
  ],
  personalData: [
    {
      table: 'fee_account',
      subject: 'STUDENT',
      columns: ['child_label'],
      on: 'pseudonymise',
      basis: 'the ledger keeps amounts under a pseudonym',
    },
    {
      table: 'bank_account',
      subject: 'USER',
      columns: ['holder', 'account_no_cipher', 'upi_vpa'],
      on: 'keep',
      basis: 'accounting records',
    },
    {
      table: 'student_concession',
      subject: 'STUDENT',
      columns: ['reason', 'document_file'],
      on: 'pseudonymise',
      basis: 'accounting records',
    },
    {
      table: 'late_fee_waiver',
      subject: 'STUDENT',
      columns: ['reason', 'decision_note'],
      on: 'pseudonymise',
      basis: 'accounting records',
    },
    {
      table: 'note',
      subject: 'STUDENT',
      columns: ['reason', 'snapshot', 'attachment_file'],
      on: 'pseudonymise',
      basis: 'accounting records',
    },
    ...paymentPersonalData,
    ...refundPersonalData,
  ],
});
