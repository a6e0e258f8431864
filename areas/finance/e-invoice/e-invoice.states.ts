import { transitions } from '@aangan/contract/states.ts';

/** From a document to its registration (finance.md 2.3). In doubt it is asked for, never sent again. */
export const eInvoiceStates = transitions({
  NOT_REQUIRED: {},
  PENDING: { send: 'SENDING' },
  SENDING: { generated: 'GENERATED', again: 'AUTO_RETRY', doubt: 'RECONCILE', refused: 'FAILED' },
  AUTO_RETRY: { send: 'SENDING' },
  RECONCILE: { generated: 'GENERATED', missing: 'PENDING', refused: 'FAILED' },
  FAILED: { retry: 'PENDING', 'mark-generated': 'MANUALLY_GENERATED' },
  GENERATED: { cancel: 'PENDING_CANCEL', 'mark-cancelled': 'MANUALLY_CANCELLED' },
  MANUALLY_GENERATED: { 'mark-cancelled': 'MANUALLY_CANCELLED' },
  PENDING_CANCEL: { cancelled: 'CANCELLED', late: 'GENERATED' },
  CANCELLED: {},
  MANUALLY_CANCELLED: {},
});

export const eInvoiceLabels = {
  NOT_REQUIRED: 'Not required',
  PENDING: 'Waits to be sent',
  SENDING: 'Being sent',
  GENERATED: 'Registered',
  AUTO_RETRY: 'Tried again soon',
  RECONCILE: 'Being asked for',
  FAILED: 'Refused',
  MANUALLY_GENERATED: 'Registered manually',
  PENDING_CANCEL: 'Being cancelled',
  CANCELLED: 'Cancelled',
  MANUALLY_CANCELLED: 'Cancelled manually',
} as const;
export type EInvoiceStatus = keyof typeof eInvoiceLabels;

export const documentKinds = {
  ROYALTY: 'Royalty invoice',
  NOTE: 'Note',
  KIT_INVOICE: 'Kit invoice',
} as const;

export const eInvoiceGroups = { NEEDS: 'Needs you', WORKING: 'Working', DONE: 'Done' } as const;
export const statesOfGroup: Readonly<Record<keyof typeof eInvoiceGroups, readonly EInvoiceStatus[]>> = {
  NEEDS: ['FAILED'],
  WORKING: ['PENDING', 'SENDING', 'AUTO_RETRY', 'RECONCILE', 'PENDING_CANCEL'],
  DONE: ['GENERATED', 'MANUALLY_GENERATED', 'CANCELLED', 'MANUALLY_CANCELLED', 'NOT_REQUIRED'],
};

export const cancelReasons = {
  1: 'Duplicate',
  2: 'Data entry mistake',
  3: 'Order cancelled',
  4: 'Other',
} as const;

/** Hours after its acknowledgement in which the portal cancels. */
export const CANCEL_HOURS = 24;
/** Days after its date until a document must be reported. */
export const REPORT_DAYS = 29;

const PLAIN: Readonly<Record<string, string>> = {
  1008: 'The portal refused our sign-in. Ask the administrator to check the user and password.',
  2140: 'The portal found a field missing or malformed. Check address, pincode and state of both parties.',
  2176: 'The portal does not know the SAC of a line. Correct it in the royalty agreement.',
  2182: 'The lines do not add up to the taxable value. Tell the administrator.',
  2189: 'The total does not fit its parts. Tell the administrator.',
  2211: 'Seller and buyer have the same GSTIN. No e-invoice is due between them.',
  2265: 'The buyer’s state is not that of its GSTIN. Correct the state or the GSTIN of the centre, then retry.',
  2305: 'The document is older than 30 days, so the portal takes it no more. Ask your tax adviser.',
  3028: 'The portal does not know the buyer’s GSTIN. Correct it in the centre’s details, then retry.',
  3029: 'The buyer’s GSTIN is not active. Ask the centre, correct it, then retry.',
  3038: 'The pincode is not valid. Correct it in the centre’s details, then retry.',
  3039: 'The pincode is not in the state of the GSTIN. Correct it in the centre’s details, then retry.',
  IRN: 'The portal answered with another number than this document has. Nothing was attached; tell the administrator.',
  SIGNATURE: 'The answer was not signed by the portal. Nothing was attached; tell the administrator.',
  BUYER:
    'The portal has this number for another buyer or amount. Nothing was attached; tell the administrator.',
};

/** What a person can do about a refusal. */
export const plainWords = (code: string, message: string): string =>
  (PLAIN[code] ?? `The portal refused it: ${message || 'no reason given'} (${code}).`).slice(0, 300);
