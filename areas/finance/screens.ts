import { openModules } from '@aangan/contract/endpoint.ts';
import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { concession } from './concession/concession.record.ts';
import { feeType } from './fee-type/fee-type.record.ts';
import { receiptFeeType } from './fee-type/receipt-fee-type.record.ts';
import { financeModules as m } from './modules.ts';

export const financeScreens = screens(
  'finance',
  'Finance',
  {
    '/finance/dashboard': { title: 'Finance dashboard', module: [m.financeDashboard, 'level_4'] },
    '/fee-type/transaction/bank-details-list': { title: 'Bank details', module: m.FeeTypeApproval },
    '/fee-type/transaction/bank-details-save': {
      title: 'Add bank account',
      module: m.FeeTypeApproval,
      write: true,
    },
    '/fee-type/transaction/bank-details-edit/{id}': {
      title: 'Change bank account',
      module: m.FeeTypeApproval,
      write: true,
    },
    '/concession/tax/{type}': { title: 'Tax', module: m.ConcessionAndTAXSettings, write: true },
    '/fee-component/list': { title: 'Fee plans', module: m.FeePlanList },
    '/fee-component/add': { title: 'Add fee plan', module: m.feeStructure, write: true },
    '/fee-component/editPlan/{planID?}': { title: 'Fee plan', module: m.feeStructure, write: true },
    '/fee-component/upload': { title: 'Upload fee plans', module: m.feeStructure, write: true },
    '/fee-component/fee-installment/{componentID}/{breakDownID}': {
      title: 'Instalments',
      module: m.feeStructure,
      write: true,
    },
    '/fee-component/fee-installment/royalty/{componentID}/{breakDownID}': {
      title: 'Royalty of a plan',
      module: m.feeStructure,
      write: true,
    },
    '/fee-component/fee-plan/assign/{studentAdmissionID}': {
      title: 'Assign a fee plan',
      module: m.FeePlanList,
      write: true,
    },
    '/concession/settings': { title: 'Concession settings', module: m.ConcessionAndTAXSettings, write: true },
    '/concession/application-setting': {
      title: 'Form fee settings',
      module: m.ConcessionAndTAXSettings,
      write: true,
    },
    '/concession/fee-setting': { title: 'Fee settings', module: m.ConcessionAndTAXSettings, write: true },
    '/approve-concession/list': {
      title: 'Concessions to approve',
      module: [m.StudentFeeConcessionApproval, 'approveServiceConcession'],
    },
    '/approve-plan/list': { title: 'Fee plans to approve', module: m.ApproveFeePlan },
    '/approve-plan/plan-details/{enquiryID}': { title: 'Fee plan of a child', module: m.ApproveFeePlan },
    '/ledger/student-list': { title: 'Student ledger', module: m.ledger },
    '/ledger/student-ledger/{studentAdmissionID?}': {
      title: 'Student ledger',
      module: [m.ledger, 'studentAccount'],
    },
    '/ledger/student-fee-plan/{studentAdmissionID?}': { title: 'Fee plan of a child', module: m.ledger },
    '/ledger/franchisee': { title: 'Franchisee ledger', module: m.ledger },
    '/ledger/franchisee/detail/{franchiseeID?}': { title: 'Franchisee ledger', module: m.ledger },
    '/ledger/franchisee-nodal': { title: 'Collections per centre', module: m.ledger },
    '/ledger/franchisee/royalty-invoice/{transactionID?}': { title: 'Royalty invoices', module: m.ledger },
    '/ledger/franchisee/payments': { title: 'Payments to head office', module: m.ledger },
    '/ledger/franchisee-order': { title: 'Kit orders on account', module: m.ledger },
    '/ledger/franchisee-order-kit': { title: 'Kits on account by type', module: m.ledger },
    '/ledger/transaction/add': { title: 'Credit and debit notes', module: m.AddTransaction, write: true },
    '/ledger/nodal-payment-transfer': {
      title: 'Nodal payment transfer',
      module: [m.settlementTransfer, 'level_6'],
      write: true,
    },
    '/payments/settlement-payment-transfer': {
      title: 'Settlement transfer',
      module: 'payments',
      level: 'settlementTransfer',
      write: true,
    },
    '/ledger/nodal': { title: 'Head office books', module: m.ledger, level: 'level_7' },
    '/royalty/list': { title: 'Royalty', module: m.royalty },
    '/royalty/eInvoice-list': { title: 'E-invoices', module: m.royalty },
    '/royalty/royalty-list/{StudentAdmissionID?}/{franchiseeNo}': {
      title: 'Royalty rows',
      module: m.royalty,
    },
    '/royalty/student-royalty-details/{studentAdmissionID?}': {
      title: 'Royalty of a child',
      module: m.royalty,
    },
    '/approve-payment/list': { title: 'Payments', module: 'ApprovePaymentList' },
    '/approve-payment/approve-payment-details/{enquiryID}': {
      title: 'Payments of a child',
      module: 'ApprovePaymentList',
    },
    '/payments/pay/{referenceID?}': {
      title: 'Take a payment',
      module: 'payments',
      level: 'offlinePayment',
      write: true,
    },
    '/payments/application-form/{refID}': {
      title: 'Fee of a form',
      module: 'payments',
      level: 'offlineApplicationForm',
      write: true,
    },
    '/payments/admission-form/{refID}': {
      title: 'Fee of an admission form',
      module: 'payments',
      level: 'offlineAdmissionForm',
      write: true,
    },
    '/payments/transfer-franchiseeToBB': {
      title: 'Pay head office',
      module: 'payments',
      level: 'FranchiseeToBB',
      write: true,
      policy: 'checkout',
    },
    '/payment-links/page/{current}': { title: 'Payment links', module: 'UserPaymentLinks' },
    '/admission-payments/{referenceID}': { title: 'Fees', module: openModules.anyone, policy: 'checkout' },
    '/payment-invoice': { title: 'Receipt', module: openModules.anyone },
  },
  [...recordScreens(concession), ...recordScreens(receiptFeeType), ...recordScreens(feeType)],
);
