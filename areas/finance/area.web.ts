import { recordScreens } from '@aangan/web/record/record-screens.tsx';
import { screen, screens } from '@aangan/web/screens.ts';
import { concession } from './concession/concession.record.ts';
import { feeType } from './fee-type/fee-type.record.ts';
import { receiptFeeType } from './fee-type/receipt-fee-type.record.ts';
import { financeModules as m } from './modules.ts';
import { paymentScreens } from './payment/payment.web.ts';

export const financeScreens = screens('finance', 'Finance', [
  screen({
    path: '/finance/dashboard',
    title: 'Finance dashboard',
    module: [m.financeDashboard, 'level_4'],
    load: () => import('./dashboard/finance-dashboard.tsx').then((s) => s.FinanceDashboard),
  }),

  ...recordScreens(concession),
  ...recordScreens(receiptFeeType),
  ...recordScreens(feeType, {
    list: () => import('./fee-type/fee-type-list.tsx').then((s) => s.FeeTypeList),
    form: () => import('./fee-type/fee-type-form.tsx').then((s) => s.FeeTypeForm),
  }),
  screen({
    path: '/fee-type/transaction/bank-details-list',
    title: 'Bank details',
    module: m.FeeTypeApproval,
    load: () => import('./bank-account/bank-account-list.tsx').then((s) => s.BankAccountList),
  }),
  screen({
    path: '/fee-type/transaction/bank-details-save',
    title: 'Add bank account',
    module: m.FeeTypeApproval,
    write: true,
    load: () => import('./bank-account/bank-account-form.tsx').then((s) => s.AddBankAccount),
  }),
  screen({
    path: '/fee-type/transaction/bank-details-edit/{id}',
    title: 'Change bank account',
    module: m.FeeTypeApproval,
    write: true,
    load: () => import('./bank-account/bank-account-form.tsx').then((s) => s.ChangeBankAccount),
  }),
  screen({
    path: '/concession/tax/{type}',
    title: 'Tax',
    module: m.ConcessionAndTAXSettings,
    write: true,
    load: () => import('./fee-type/tax-screen.tsx').then((s) => s.TaxScreen),
  }),

  screen({
    path: '/fee-component/list',
    title: 'Fee plans',
    module: m.FeePlanList,
    load: () => import('./fee-plan/fee-plan-list.tsx').then((s) => s.FeePlanList),
  }),
  screen({
    path: '/fee-component/add',
    title: 'Add fee plan',
    module: m.feeStructure,
    write: true,
    load: () => import('./fee-plan/plan-editor.tsx').then((s) => s.PlanEditor),
  }),
  screen({
    path: '/fee-component/editPlan/{planID?}',
    title: 'Fee plan',
    module: m.feeStructure,
    write: true,
    load: () => import('./fee-plan/plan-editor.tsx').then((s) => s.PlanEditor),
  }),
  screen({
    path: '/fee-component/fee-installment/{componentID}/{breakDownID}',
    title: 'Instalments',
    module: m.feeStructure,
    write: true,
    load: () => import('./fee-plan/matrix-screen.tsx').then((s) => s.MatrixScreen),
  }),
  screen({
    path: '/fee-component/fee-installment/royalty/{componentID}/{breakDownID}',
    title: 'Royalty of a plan',
    module: m.feeStructure,
    write: true,
    load: () => import('./fee-plan/matrix-screen.tsx').then((s) => s.RoyaltyMatrixScreen),
  }),
  screen({
    path: '/fee-component/fee-plan/assign/{studentAdmissionID}',
    title: 'Assign a fee plan',
    module: m.FeePlanList,
    write: true,
    load: () => import('./assignment/assign-screen.tsx').then((s) => s.AssignScreen),
  }),
  screen({
    path: '/approve-plan/list',
    title: 'Fee plans to approve',
    module: m.ApproveFeePlan,
    load: () => import('./assignment/approve-list.tsx').then((s) => s.ApprovePlanList),
  }),
  screen({
    path: '/approve-plan/plan-details/{enquiryID}',
    title: 'Fee plan of a child',
    module: m.ApproveFeePlan,
    load: () => import('./assignment/approve-details.tsx').then((s) => s.ApprovePlanDetails),
  }),

  screen({
    path: '/ledger/student-list',
    title: 'Student ledger',
    module: m.ledger,
    load: () => import('./ledger/student-ledger-list.tsx').then((s) => s.StudentLedgerList),
  }),
  screen({
    path: '/ledger/student-ledger/{studentAdmissionID?}',
    title: 'Student ledger',
    module: [m.ledger, 'studentAccount'],
    load: () => import('./ledger/student-ledger.tsx').then((s) => s.StudentLedger),
  }),
  screen({
    path: '/ledger/student-fee-plan/{studentAdmissionID?}',
    title: 'Fee plan of a child',
    module: m.ledger,
    load: () => import('./ledger/student-ledger.tsx').then((s) => s.StudentFeePlan),
  }),
  screen({
    path: '/ledger/franchisee',
    title: 'Franchisee ledger',
    module: m.ledger,
    load: () => import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeLedgerList),
  }),
  screen({
    path: '/ledger/franchisee/detail/{franchiseeID?}',
    title: 'Franchisee ledger',
    module: m.ledger,
    load: () => import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeLedgerDetail),
  }),
  screen({
    path: '/ledger/franchisee-nodal',
    title: 'Collections per centre',
    module: m.ledger,
    load: () => import('./ledger/franchisee-ledger.tsx').then((s) => s.FranchiseeNodal),
  }),
  screen({
    path: '/ledger/nodal',
    title: 'Head office books',
    module: m.ledger,
    level: 'level_7',
    load: () => import('./ledger/nodal-ledger.tsx').then((s) => s.NodalLedger),
  }),

  screen({
    path: '/royalty/list',
    title: 'Royalty',
    module: m.royalty,
    load: () => import('./royalty/royalty-list.tsx').then((s) => s.RoyaltyList),
  }),
  screen({
    path: '/royalty/royalty-list/{StudentAdmissionID?}/{franchiseeNo}',
    title: 'Royalty rows',
    module: m.royalty,
    load: () => import('./royalty/royalty-list.tsx').then((s) => s.RoyaltyAccruals),
  }),
  screen({
    path: '/royalty/student-royalty-details/{studentAdmissionID?}',
    title: 'Royalty of a child',
    module: m.royalty,
    load: () => import('./royalty/student-royalty.tsx').then((s) => s.StudentRoyalty),
  }),

  ...paymentScreens,
]);
