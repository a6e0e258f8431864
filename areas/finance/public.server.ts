// What other areas may ask of finance (areas/README §3). `db` is the caller's unit of work.
export { activateFeePlan } from './assignment/activate-plan.server.ts';
export type { WantedConcession } from './assignment/assignment-choice.server.ts';
export { approveAssignment, rejectAssignment } from './assignment/decide-assignment.server.ts';
export { closeFeePlan, endServicePlan, withdrawFeePlan } from './assignment/end-assignment.server.ts';
export { concessionsOn, servicePlanDetails } from './assignment/fee-assignment.queries.server.ts';
export {
  changeServicePlan,
  chargeDays,
  ensureNoteDecided,
  type PlanChange,
  previewPlanChange,
  type WantedPlanChange,
} from './assignment/plan-change.server.ts';
export type { LineChange, Served } from './assignment/plan-change.ts';
export { assignPlan, submitAssignment } from './assignment/save-assignment.server.ts';
export { type EInvoiceRequest, requestEInvoice } from './e-invoice/request-e-invoice.server.ts';
export { instalmentState, type StudentBalance, studentBalances } from './fee-account/balances.server.ts';
export { type Charged, chargeAccount } from './fee-account/charge-account.server.ts';
export {
  attachStudent,
  ensureFeeAccount,
  type FeeAccount,
  findFeeAccount,
} from './fee-account/fee-account.server.ts';
export { allLines, openLines } from './fee-account/fee-line.server.ts';
export { type LoadedPlan, loadPlan } from './fee-plan/load-plan.server.ts';
export {
  collectionRate,
  feeCollected,
  formFee,
  franchiseePosition,
  hasPlanOf,
  type PlanChoice,
  type PlanState,
  planOptionsFor,
  planState,
} from './fee-plan/plan-state.server.ts';
export { quotePlan } from './fee-plan/what-if.server.ts';
export {
  type GivenGoods,
  type OrderInvoice,
  postCreditedGoods,
  postGivenGoods,
  postOrderInvoice,
  postReturnedGoods,
} from './franchisee-due/order-invoice.server.ts';
export { postStock, type StockPosting } from './franchisee-due/post-stock.server.ts';
export { type KitTransfer, recordKitTransfer } from './franchisee-due/record-kit-transfer.server.ts';
export { carryForward } from './leaving/carry-forward.server.ts';
export { previewWithdrawal, type WithdrawalPreview } from './leaving/leaving-facts.server.ts';
export { type Settled, settleWithdrawal } from './leaving/settle-withdrawal.server.ts';
export { openBooks } from './ledger/open-books.server.ts';
export { type DecidedNote, registerNoteCause } from './note/note-causes.server.ts';
export { creditableLeft, proposeNote } from './note/propose-note.server.ts';
export { formFeeTaken } from './payment/form-counter.server.ts';
export { openPayment } from './payment/open-payment.server.ts';
export { payableOf } from './payment/payable.server.ts';
export { paymentsOf } from './payment/payable-subject.server.ts';
export {
  type CounterForm,
  type PaymentPurpose,
  type PurposeEvent,
  registerPaymentPurpose,
} from './payment/payment-purposes.server.ts';
export { createPaymentLink } from './payment-link/payment-link.server.ts';
export { type AskedRefund, requestRefund } from './refund/request-refund.server.ts';
export { royaltyOfEnquiries } from './royalty/royalty-of-enquiries.server.ts';
