import { area } from '@aangan/contract/area.ts';
import { feeAssignmentContract } from './assignment/fee-assignment.contract.ts';
import { bankAccountContract } from './bank-account/bank-account.contract.ts';
import { bankAccount } from './bank-account/bank-account.record.ts';
import { concession } from './concession/concession.record.ts';
import { concessionBudget } from './concession/concession-budget.record.ts';
import { financeDashboardContract } from './dashboard/finance-dashboard.contract.ts';
import { feePlanContract } from './fee-plan/fee-plan.contract.ts';
import { feeTypeContract } from './fee-type/fee-type.contract.ts';
import { feeType } from './fee-type/fee-type.record.ts';
import { receiptFeeType } from './fee-type/receipt-fee-type.record.ts';
import { taxRate, tdsRate } from './fee-type/tax-rate.record.ts';
import { financeSettings } from './finance.settings.ts';
import { ledgerContract } from './ledger/ledger.contract.ts';
import { financeModules } from './modules.ts';
import { feesPage } from './payment/checkout-pages.ts';
import { paymentSettings } from './payment/payment.settings.ts';
import {
  paymentContracts,
  paymentMenu,
  paymentMessages,
  paymentPersonalData,
} from './payment/payment-area.ts';
import { royaltyAgreementContract, royaltyContract } from './royalty/royalty.contract.ts';

const {
  FeePlanList,
  feeStructure,
  FeeTypeApproval,
  ConcessionAndTAXSettings,
  feeConcession,
  ApproveFeePlan,
  ledger,
  royalty,
  financeDashboard,
} = financeModules;
const group = 'Finance';

export const finance = area({
  name: 'finance',
  title: 'Finance',
  modules: financeModules.$info,
  records: [feeType, receiptFeeType, bankAccount, concession, concessionBudget, taxRate, tdsRate],
  contracts: [
    feeTypeContract,
    bankAccountContract,
    feePlanContract,
    feeAssignmentContract,
    ledgerContract,
    royaltyContract,
    royaltyAgreementContract,
    financeDashboardContract,
    ...paymentContracts,
  ],
  menu: [
    { label: 'Finance dashboard', path: '/finance/dashboard', module: financeDashboard, group, order: 10 },
    {
      label: 'Fee plans',
      path: '/fee-component/list',
      module: [FeePlanList, feeStructure],
      group,
      order: 15,
    },
    { label: 'Fee plans to approve', path: '/approve-plan/list', module: ApproveFeePlan, group, order: 20 },
    ...paymentMenu,
    { label: 'Student ledger', path: '/ledger/student-list', module: ledger, group, order: 40 },
    { label: 'Franchisee ledger', path: '/ledger/franchisee', module: ledger, group, order: 45 },
    { label: 'Collections per centre', path: '/ledger/franchisee-nodal', module: ledger, group, order: 46 },
    { label: 'Head office books', path: '/ledger/nodal', module: ledger, group, order: 47 },
    { label: 'Royalty', path: '/royalty/list', module: royalty, group, order: 50 },
    {
      label: 'Royalty per student',
      path: '/royalty/student-royalty-details',
      module: royalty,
      group,
      order: 51,
    },
    { label: 'Tax', path: '/concession/tax/gst', module: ConcessionAndTAXSettings, group, order: 73 },
    { label: 'Concessions', path: '/fee-Concession/list', module: feeConcession, group, order: 60 },
    { label: 'Fee types', path: '/fee-types/feeTypes-list', module: feeStructure, group, order: 70 },
    { label: 'Receipt fee types', path: '/fee-type/list', module: FeeTypeApproval, group, order: 71 },
    {
      label: 'Bank details',
      path: '/fee-type/transaction/bank-details-list',
      module: FeeTypeApproval,
      group,
      order: 72,
    },
  ],
  pages: [feesPage],
  messages: paymentMessages,
  settings: [...Object.values(financeSettings), ...Object.values(paymentSettings)],
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
    ...paymentPersonalData,
  ],
});
