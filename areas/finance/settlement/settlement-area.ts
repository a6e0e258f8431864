import { message } from '@aangan/contract/area.ts';
import { settlementContract, settlements } from './settlement.contract.ts';
import { settlementUtrs } from './settlement-utr.contract.ts';

export const settlementContracts = [settlementContract, settlements.endpoints, settlementUtrs.endpoints];

export const settlementMessages = [
  message({
    key: 'finance.settlement-sent',
    category: 'TRANSACTIONAL',
    channels: ['EMAIL'],
    retryUnknown: true,
    urgency: 'ROUTINE',
    audience: 'CONTACT',
    variables: ['no', 'amountPaise', 'reference'],
    subject: 'Payout {no}',
    en: 'Payout {no} of {amountPaise} was sent to your bank, UTR {reference}. What it is made of stands in Finance, Franchisee ledger.',
  }),
];
