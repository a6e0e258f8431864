import { message } from '@aangan/contract/area.ts';
import { approvePaymentDetailsContract } from './approve-payment-details.contract.ts';
import { paymentContract, receiptContract } from './payment.contract.ts';
import { payments, paymentTotalsContract } from './payment.listing.ts';
import { paymentExceptionContract } from './payment-exception.contract.ts';

export const paymentContracts = [
  paymentContract,
  payments.endpoints,
  paymentTotalsContract,
  receiptContract,
  approvePaymentDetailsContract,
  paymentExceptionContract,
];

const toFamily = {
  category: 'TRANSACTIONAL',
  channels: ['SMS', 'WHATSAPP', 'EMAIL'],
  retryUnknown: true,
} as const;

export const paymentMessages = [
  message({
    key: 'finance.fee-link',
    ...toFamily,
    urgency: 'NOW',
    audience: 'CONTACT',
    variables: ['child', 'date', 'link'],
    subject: 'Fees of {child}',
    en: 'Fees of {child}: see and pay here {link} Valid until {date}.',
    hi: '{child} की फीस: यहाँ देखें और भरें {link} {date} तक मान्य।',
  }),
  message({
    key: 'finance.payment-received',
    ...toFamily,
    urgency: 'NOW',
    audience: 'CONTACT',
    variables: ['child', 'amountPaise', 'no', 'link'],
    subject: 'Receipt {no}',
    en: 'We received {amountPaise} for {child}. Receipt {no}: {link}',
    hi: '{child} के लिए {amountPaise} प्राप्त हुए। रसीद {no}: {link}',
  }),
  message({
    key: 'finance.concession-decided',
    ...toFamily,
    urgency: 'ROUTINE',
    audience: 'CONTACT',
    variables: ['child', 'decision'],
    subject: 'Concession for {child}',
    en: 'The concession asked for {child} was {decision}. The centre tells you more.',
    hi: '{child} के लिए माँगी गई रियायत पर निर्णय हो गया है। अधिक जानकारी केंद्र से मिलेगी।',
  }),
  message({
    key: 'finance.note-issued',
    ...toFamily,
    urgency: 'ROUTINE',
    audience: 'CONTACT',
    variables: ['child', 'no', 'amountPaise'],
    subject: 'Note {no} for {child}',
    en: 'Note {no} of {amountPaise} was issued for {child}. It stands in your fee account.',
    hi: '{child} के लिए नोट {no} जारी हुआ, राशि {amountPaise}। यह आपके शुल्क खाते में है।',
  }),
  message({
    key: 'finance.note-of-centre',
    category: 'TRANSACTIONAL',
    channels: ['EMAIL'],
    retryUnknown: true,
    urgency: 'ROUTINE',
    audience: 'CONTACT',
    variables: ['no', 'amountPaise'],
    subject: 'Note {no} of head office',
    en: 'Head office issued note {no} of {amountPaise}. It stands in Finance, Credit and debit notes.',
  }),
  message({
    key: 'finance.royalty-invoice',
    category: 'TRANSACTIONAL',
    channels: ['EMAIL'],
    retryUnknown: true,
    urgency: 'ROUTINE',
    audience: 'CONTACT',
    variables: ['no', 'amountPaise', 'date'],
    subject: 'Royalty invoice {no}',
    en: 'Royalty invoice {no} of {amountPaise} is due on {date}. It stands in Finance, Royalty invoices.',
  }),
];

export const paymentPersonalData = [
  {
    table: 'payment',
    subject: 'GUARDIAN' as const,
    columns: ['payer_name', 'payer_mobile', 'payer_email', 'note', 'instrument'],
    on: 'pseudonymise' as const,
    basis: 'tax law keeps the amounts',
  },
  {
    table: 'receipt',
    subject: 'GUARDIAN' as const,
    columns: ['snapshot'],
    on: 'keep' as const,
    basis: 'tax law',
  },
];
