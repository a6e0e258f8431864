import { transitions } from '@aangan/contract/states.ts';
import type { AccountCode } from '../ledger/chart.ts';

/** A note is asked for at once; a rejected one is written again. */
export const noteStates = transitions({
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});

export const noteLabels = {
  PENDING: 'Waits for approval',
  APPROVED: 'Issued',
  REJECTED: 'Rejected',
} as const;
export const noteParties = { STUDENT: 'A child', FRANCHISEE: 'A centre' } as const;
export const noteTypes = { CREDIT: 'Credit note', DEBIT: 'Debit note' } as const;
export type NoteParty = keyof typeof noteParties;
export type NoteType = keyof typeof noteTypes;

interface Reason {
  readonly title: string;
  readonly party: NoteParty;
  readonly type: NoteType;
  /** Of a child's debit: the fee type it is charged as. */
  readonly feeType?: string;
  /** Of a centre's: head office's account, the centre's, and what a credit may be against. */
  readonly headOffice?: AccountCode;
  readonly centre?: AccountCode;
  readonly dueKinds?: readonly ('ROYALTY' | 'KIT' | 'NOTE')[];
}

const credit = { party: 'STUDENT', type: 'CREDIT' } as const;
const debit = { party: 'STUDENT', type: 'DEBIT' } as const;
const centreCredit = { party: 'FRANCHISEE', type: 'CREDIT' } as const;
const centreDebit = { party: 'FRANCHISEE', type: 'DEBIT' } as const;

/** Fixed journals by reason, no free accounts (finance.md 3.11 'Note reason codes'). */
export const noteReasons = {
  FEE_CORRECTION: { ...credit, title: 'Fee correction' },
  WITHDRAWAL: { ...credit, title: 'Withdrawal' },
  GOODWILL: { ...credit, title: 'Goodwill' },
  KIT_RETURN: { ...credit, title: 'Kit return' },
  DUPLICATE_CHARGE: { ...credit, title: 'Charged twice' },
  SERVICE_STOP: { ...credit, title: 'Service stopped' },
  SERVICE_PAUSE: { ...credit, title: 'Service paused' },
  SERVICE_CHANGE: { ...credit, title: 'Service changed' },
  EXTRA_HOURS: { ...debit, title: 'Extra hours', feeType: 'DAY_CARE' },
  DAMAGE: { ...debit, title: 'Damage', feeType: 'OTHER' },
  SERVICE_FARE: { ...debit, title: 'Fare of transport', feeType: 'TRANSPORT' },
  SERVICE_DAYS: { ...debit, title: 'Days of a service', feeType: 'DAY_CARE' },
  OTHER_CHARGE: { ...debit, title: 'Other charge', feeType: 'OTHER' },
  ROYALTY_ADJUST: {
    ...centreCredit,
    title: 'Royalty adjustment',
    headOffice: '4500',
    centre: '5100',
    dueKinds: ['ROYALTY'],
  },
  ROYALTY_DISPUTE: {
    ...centreCredit,
    title: 'Royalty dispute',
    headOffice: '4500',
    centre: '5100',
    dueKinds: ['ROYALTY'],
  },
  ORDER_RETURN: {
    ...centreCredit,
    title: 'Order returned',
    headOffice: '4530',
    centre: '5400',
    dueKinds: ['KIT'],
  },
  SHORT_SUPPLY: {
    ...centreCredit,
    title: 'Short supply',
    headOffice: '4530',
    centre: '5400',
    dueKinds: ['KIT'],
  },
  WAIVER: {
    ...centreCredit,
    title: 'Waiver',
    headOffice: '5540',
    centre: '5900',
    dueKinds: ['ROYALTY', 'KIT', 'NOTE'],
  },
  LATE_INTEREST: { ...centreDebit, title: 'Late interest', headOffice: '4510', centre: '5900' },
  TRAINING_FEE: { ...centreDebit, title: 'Training fee', headOffice: '4540', centre: '5900' },
  ORDER_EXTRA: { ...centreDebit, title: 'Order extra', headOffice: '4530', centre: '5900' },
} as const satisfies Readonly<Record<string, Reason>>;
export type NoteReason = keyof typeof noteReasons;

export const reasonOf = (code: string): Reason => noteReasons[code as NoteReason];
export const reasonTitles = Object.fromEntries(
  Object.entries(noteReasons).map(([code, { title }]) => [code, title]),
) as Readonly<Record<NoteReason, string>>;
