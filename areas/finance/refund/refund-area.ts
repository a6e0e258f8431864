import { message } from '@aangan/contract/area.ts';
import { doublePaymentContract, doublePayments, refundContract, refunds } from './refund.contract.ts';

export const refundContracts = [
  refundContract,
  refunds.endpoints,
  doublePaymentContract,
  doublePayments.endpoints,
];

const toFamily = {
  category: 'TRANSACTIONAL',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
  urgency: 'ROUTINE',
  audience: 'CONTACT',
} as const;

export const refundMessages = [
  message({
    key: 'finance.refund-started',
    ...toFamily,
    variables: ['child', 'amountPaise'],
    subject: 'Refund for {child}',
    en: 'Refund of {amountPaise} for {child} is on its way, normally 5 to 7 working days.',
    hi: '{child} के लिए {amountPaise} की वापसी भेज दी गई है, सामान्यतः 5 से 7 कार्य दिवस लगते हैं।',
  }),
  message({
    key: 'finance.refund-done',
    ...toFamily,
    variables: ['child', 'amountPaise', 'reference'],
    subject: 'Refund for {child}',
    en: 'Refund of {amountPaise} for {child} completed. Reference {reference}.',
    hi: '{child} के लिए {amountPaise} की वापसी पूरी हुई। संदर्भ {reference}।',
  }),
];

export const refundPersonalData = [
  {
    table: 'refund',
    subject: 'GUARDIAN' as const,
    columns: ['payee_name', 'payee_cipher', 'payee_ifsc', 'payee_last4', 'reason'],
    on: 'pseudonymise' as const,
    basis: 'accounting records',
  },
];
