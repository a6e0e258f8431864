import { part } from '@aangan/web/part.ts';

export { useHeadOfficeCheckout } from './franchisee-due/use-head-office-checkout.tsx';
export {
  type Checkout,
  type CheckoutCalls,
  receiptOf,
  useCheckout,
  useCheckoutWith,
} from './payment/use-checkout.tsx';

/** Takes the fee of a form at the counter; loaded when it is asked for. */
export const FormFeeCounter = part(() => import('./payment/form-fee-counter.tsx'), 'FormFeeCounter');

/** Payments of one plan, for areas that sell by plans: its instalments, what was paid, money taken for chosen ones. */
export const InstalmentTable = part(() => import('./payment/instalment-table.tsx'), 'InstalmentTable');
export const PaidTable = part(() => import('./payment/paid-table.tsx'), 'PaidTable');
export const LinesCounter = part(() => import('./payment/lines-counter.tsx'), 'LinesCounter');
/** The payer's page of a link, English and Hindi. */
export const PublicPaymentPage = part(() => import('./payment/public-payment-page.tsx'), 'PublicPaymentPage');

/** Of fee plans, for areas that sell by them: the schedule of a choice, the concessions asked for, and those that wait. */
export const ScheduleTable = part(() => import('./fee-plan/schedule-table.tsx'), 'ScheduleTable');
export const ConcessionRows = part(() => import('./assignment/concession-rows.tsx'), 'ConcessionRows');
export const ServiceConcessions = part(
  () => import('./concession/concession-table.tsx'),
  'ServiceConcessions',
);
