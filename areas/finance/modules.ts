import { modules } from '@aangan/contract/area.ts';

/** The modules of finance, spelled as the specification spells them. */
export const financeModules = modules({
  financeDashboard: { title: 'Finance dashboard' },
  ledger: { title: 'Ledger' },
  royalty: { title: 'Royalty' },
  UserPaymentLinks: { title: 'Payment links' },
  FeePlanList: { title: 'Fee plans' },
  feeStructure: { title: 'Fee structure' },
  FeeTypeApproval: { title: 'Receipt fee types and bank details' },
  ConcessionAndTAXSettings: { title: 'Concession and tax settings' },
  feeConcession: { title: 'Concessions' },
  ApproveFeePlan: { title: 'Approve fee plans' },
  ApprovePaymentList: { title: 'Approve payments' },
  StudentFeeConcessionApproval: { title: 'Approve concessions' },
  AddTransaction: { title: 'Credit and debit notes' },
  settlementTransfer: { title: 'Settlement transfer' },
  FranchiseeToBB: { title: 'Pay head office' },
  payments: { title: 'Payments' },
  offlinePayment: { title: 'Offline payment' },
  offlineApplicationForm: { title: 'Offline application form' },
  offlineAdmissionForm: { title: 'Offline admission form' },
  publicPayment: { title: 'Payment by link', publicOnly: true },
});
