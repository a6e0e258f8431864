import { settingForm } from '@aangan/contract/setting-form.ts';
import { financeSettings as s } from './finance.settings.ts';
import { lateFeeRules } from './late-fee/late-fee.settings.ts';
import { financeModules as m } from './modules.ts';
import { paymentSettings as p } from './payment/payment.settings.ts';

const base = { area: 'finance', module: m.ConcessionAndTAXSettings } as const;

/** /concession/settings */
export const concessionRules = settingForm({
  ...base,
  name: 'concession-rules',
  title: 'Concession rules',
  settings: {
    stacking: s.stacking,
    concessionCap: s.concessionCap,
    overBudget: s.overBudget,
    autoApprove: s.autoApprove,
  },
});

/** /concession/fee-setting, what plans and assignments start with. */
export const planRules = settingForm({
  ...base,
  name: 'plan-rules',
  title: 'Rules of new plans',
  readers: [m.feeStructure, m.FeePlanList],
  settings: {
    roundTo: s.roundTo,
    residue: s.residue,
    partialMin: s.partialMin,
    joinProration: s.joinProration,
    leaveNoticeDays: s.leaveNoticeDays,
  },
});

/** /concession/fee-setting, receipts. */
export const receiptRules = settingForm({
  ...base,
  name: 'receipt-rules',
  title: 'Receipts',
  settings: { stampAbove: s.stampAbove, receiptFooter: s.receiptFooter },
});

/** /concession/fee-setting, money taken at the counter. */
export const offlineRules = settingForm({
  ...base,
  name: 'offline-rules',
  title: 'Payments at the counter',
  settings: { confirmChequeOn: p.confirmChequeOn, bounceCharge: p.bounceCharge },
});

/** /concession/application-setting */
export const linkRules = settingForm({
  ...base,
  name: 'link-rules',
  title: 'Payment links',
  settings: { linkDays: s.linkDays },
});

export const financeSettingForms = [
  concessionRules,
  planRules,
  receiptRules,
  offlineRules,
  linkRules,
  lateFeeRules,
];
