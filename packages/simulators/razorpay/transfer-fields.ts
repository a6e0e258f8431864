import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError } from './api-error.ts';
import type { PlannedTransfer } from './book.ts';
import { readAmount, readCurrency, readFields, readFlag, readNotes, readUnixTime } from './request-body.ts';

const TRANSFER_FIELDS = [
  'account',
  'amount',
  'currency',
  'notes',
  'linked_account_notes',
  'on_hold',
  'on_hold_until',
];
const EARLIEST_HOLD = 946_684_800;
const LATEST_HOLD = 4_765_046_400;

/** The `transfers` list of an order or a payment; nothing gives an empty list. */
export function readTransfers(fields: JsonObject): PlannedTransfer[] {
  const transfers = fields['transfers'];
  if (transfers === undefined || transfers === null) return [];
  if (!Array.isArray(transfers))
    throw new ApiError('The transfers must be an array.', { field: 'transfers' });
  return transfers.map(readTransfer);
}

/** One transfer: to whom, how much in paise, on hold until when (unix seconds). */
export function readTransfer(body: unknown): PlannedTransfer {
  const fields = readFields(body, TRANSFER_FIELDS);
  const recipient = fields['account'];
  if (typeof recipient !== 'string' || !/^acc_[A-Za-z0-9]{14}$/.test(recipient)) {
    throw new ApiError('The account is required', { field: 'account' });
  }
  const amount = readAmount(fields);
  readCurrency(fields);
  const notes = readNotes(fields);
  return { recipient, amount, notes, linked_account_notes: readNoteKeys(fields), ...readHold(fields) };
}

export function readHold(fields: JsonObject): { on_hold: boolean; on_hold_until: number | null } {
  const until = readUnixTime(fields, 'on_hold_until') ?? null;
  if (until !== null && (until < EARLIEST_HOLD || until > LATEST_HOLD)) {
    throw new ApiError(`on_hold_until must be between ${EARLIEST_HOLD} and ${LATEST_HOLD}`, {
      field: 'on_hold_until',
    });
  }
  return { on_hold: readFlag(fields, 'on_hold') ?? until !== null, on_hold_until: until };
}

function readNoteKeys(fields: JsonObject): string[] {
  const keys = fields['linked_account_notes'];
  if (keys === undefined || keys === null) return [];
  const notes = fields['notes'];
  const known = isJsonObject(notes) ? Object.keys(notes) : [];
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string' && known.includes(key))) {
    throw new ApiError('Keys sent in linked_account_notes must exist in notes', {
      field: 'linked_account_notes',
    });
  }
  return keys.map(String);
}
