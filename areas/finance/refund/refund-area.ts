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
    key: 'finance.cheque-returned',
    ...toFamily,
    variables: ['no', 'amountPaise', 'reason', 'chargePaise'],
    subject: 'Cheque {no} was returned',
    en: 'Cheque {no} of {amountPaise} was returned by the bank: {reason}. Charge {chargePaise}. Please pay in another way.',
    hi: 'चेक {no}, राशि {amountPaise}, बैंक ने लौटा दिया: {reason}। शुल्क {chargePaise}। कृपया किसी और तरीके से भुगतान करें।',
  }),
  message({
    key: 'finance.double-payment',
    ...toFamily,
    variables: ['child', 'amountPaise'],
    subject: 'Paid twice for {child}',
    en: '{amountPaise} for {child} reached us twice. We keep it for you: tell the centre whether it pays the next instalment or goes back to you.',
    hi: '{child} के लिए {amountPaise} हमें दो बार मिले। राशि आपके लिए सुरक्षित है: केंद्र को बताएँ कि इसे अगली किस्त में लगाएँ या वापस करें।',
  }),
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
