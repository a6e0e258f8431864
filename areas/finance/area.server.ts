import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { serve } from '@aangan/server/endpoint/handle.ts';
import { finance } from './area.ts';
import {
  approveFeeAssignment,
  cancelFeeAssignment,
  rejectFeeAssignment,
  saveFeeAssignment,
  submitFeeAssignment,
} from './assignment/fee-assignment.commands.server.ts';
import {
  assignmentDetails,
  assignmentQueue,
  assignmentsOfChild,
} from './assignment/fee-assignment.queries.server.ts';
import {
  closeBankAccount,
  createBankAccount,
  rejectBankAccount,
  replaceBankAccount,
  revealBankAccount,
  verifyBankAccount,
} from './bank-account/bank-account.commands.server.ts';
import { bankFacts, financeCentreChecks } from './bank-account/centre-facts.server.ts';
import { collectionsHealth } from './centre-health.server.ts';
import { financeDashboard } from './dashboard/finance-dashboard.server.ts';
import { copyFeePlan, newFeePlanVersion } from './fee-plan/copy-fee-plan.server.ts';
import {
  approveFeePlan,
  rejectFeePlan,
  retireFeePlan,
  submitFeePlan,
} from './fee-plan/decide-fee-plan.server.ts';
import { compareFeePlans, getFeePlan, listFeePlans } from './fee-plan/fee-plan.queries.server.ts';
import { saveFeePlan } from './fee-plan/save-fee-plan.server.ts';
import { whatIf } from './fee-plan/what-if.server.ts';
import {
  approveFeeType,
  createFeeType,
  rejectFeeType,
  retireFeeType,
} from './fee-type/decide-fee-type.server.ts';
import { registerFinanceHistories } from './finance-histories.server.ts';
import { financeHomeCards } from './home-cards.server.ts';
import {
  getFranchiseeLedger,
  getLedgerEntry,
  getNodalLedger,
  getTrialBalance,
  listFranchiseeLedgers,
  listNodalCentres,
  verifyLedgerNow,
} from './ledger/book.queries.server.ts';
import { meltTallyJob, sealLedger, snapshotLedger, verifyLedgerJob } from './ledger/ledger-jobs.server.ts';
import { getStudentLedger, listStudentLedgers } from './ledger/student-ledger.queries.server.ts';
import { getStudentPlan } from './ledger/student-plan.queries.server.ts';
import { paymentExtras, paymentHandlers } from './payment/payment-area.server.ts';
import { getStudentRoyalty, listAccruals, listRoyaltyCentres } from './royalty/royalty.queries.server.ts';
import {
  approveAgreement,
  listAgreements,
  rejectAgreement,
  saveAgreement,
  submitAgreement,
} from './royalty/royalty-agreement.server.ts';
import { financeEffects } from './suspension.server.ts';

const extras: AreaExtras = {
  ...paymentExtras,
  centreFacts: bankFacts,
  healthMeasures: [collectionsHealth],
  centreChecks: financeCentreChecks,
  homeCards: financeHomeCards,
  suspensionEffects: financeEffects,
  jobs: [sealLedger, snapshotLedger, meltTallyJob, verifyLedgerJob, ...(paymentExtras.jobs ?? [])],
};

registerFinanceHistories();

export const financeServer = serve(
  finance,
  [
    createFeeType,
    approveFeeType,
    rejectFeeType,
    retireFeeType,
    createBankAccount,
    replaceBankAccount,
    verifyBankAccount,
    rejectBankAccount,
    closeBankAccount,
    revealBankAccount,
    listFeePlans,
    getFeePlan,
    compareFeePlans,
    whatIf,
    saveFeePlan,
    submitFeePlan,
    approveFeePlan,
    rejectFeePlan,
    retireFeePlan,
    newFeePlanVersion,
    copyFeePlan,
    assignmentsOfChild,
    saveFeeAssignment,
    submitFeeAssignment,
    cancelFeeAssignment,
    assignmentQueue,
    assignmentDetails,
    approveFeeAssignment,
    rejectFeeAssignment,
    listStudentLedgers,
    getStudentLedger,
    getStudentPlan,
    getLedgerEntry,
    getTrialBalance,
    listFranchiseeLedgers,
    getFranchiseeLedger,
    getNodalLedger,
    listNodalCentres,
    verifyLedgerNow,
    listRoyaltyCentres,
    listAccruals,
    getStudentRoyalty,
    listAgreements,
    saveAgreement,
    submitAgreement,
    approveAgreement,
    rejectAgreement,
    financeDashboard,
    ...paymentHandlers,
  ],
  extras,
);
