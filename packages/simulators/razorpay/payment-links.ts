import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import type { LinkRecord } from './book.ts';
import type { PaymentLinkEntity } from './entities.ts';
import { closeLink, isPayable } from './link-steps.ts';
import {
  readAmount,
  readFields,
  readFlag,
  readNotes,
  readOptionalAmount,
  readText,
  readUnixTime,
} from './request-body.ts';
import type { Simulation } from './simulation.ts';

const LINK_FIELDS = [
  'amount',
  'currency',
  'accept_partial',
  'first_min_partial_amount',
  'expire_by',
  'reference_id',
  'description',
  'customer',
  'notify',
  'reminder_enable',
  'notes',
  'callback_url',
  'callback_method',
  'upi_link',
  'options',
];
const PATCH_FIELDS = ['reference_id', 'expire_by', 'reminder_enable', 'notes', 'accept_partial'];
const EARLIEST_EXPIRY_S = 15 * 60;
const LATEST_EXPIRY_S = 183 * 86_400;

export function createLink(sim: Simulation, body: unknown): PaymentLinkEntity {
  const fields = readFields(body, LINK_FIELDS);
  const id = sim.seeded.id('plink_');
  const shortCode = sim.seeded.id('', 7);
  const acceptPartial = readFlag(fields, 'accept_partial') ?? false;
  const reference = readText(fields, 'reference_id', 40) ?? '';
  const now = sim.agenda.unixSeconds();
  checkUpiLink(sim, fields);
  const wire: PaymentLinkEntity = {
    id,
    accept_partial: acceptPartial,
    amount: readAmount(fields),
    amount_paid: 0,
    ...readCallback(fields),
    cancelled_at: 0,
    created_at: now,
    currency: readText(fields, 'currency', 3) ?? 'INR',
    customer: readCustomer(fields),
    description: readText(fields, 'description', 2048) ?? '',
    expire_by: readExpiry(fields, now) ?? now + LATEST_EXPIRY_S,
    expired_at: 0,
    first_min_partial_amount: acceptPartial
      ? (readOptionalAmount(fields, 'first_min_partial_amount') ?? 0)
      : 0,
    notes: readNotes(fields),
    notify: readNotify(fields),
    payments: null,
    reference_id: reference,
    reminder_enable: readFlag(fields, 'reminder_enable') ?? false,
    reminders: [],
    short_url: `${sim.publicUrl()}/i/${shortCode}`,
    status: 'created',
    updated_at: now,
    upi_link: readFlag(fields, 'upi_link') ?? false,
    user_id: '',
  };
  takeReference(sim, reference, id);
  sim.book.links.set(id, { wire, orderId: null, shortCode });
  sim.book.linkIdByShortCode.set(shortCode, id);
  sim.agenda.set(wire.expire_by * 1000, 'link.expire', id);
  return wire;
}

export function findLink(sim: Simulation, id: string): LinkRecord {
  const link = sim.book.links.get(id);
  if (link === undefined) throw unknownId();
  return link;
}

/** `?reference_id=` and `?payment_id=` narrow the list; its shape differs from the other collections. */
export function listLinks(sim: Simulation, query: JsonObject): { payment_links: PaymentLinkEntity[] } {
  readFields(query, ['reference_id', 'payment_id']);
  const { reference_id: reference, payment_id: paymentId } = query;
  const links = [...sim.book.links.values()].map((link) => link.wire).reverse();
  return {
    payment_links: links.filter(
      (wire) =>
        (reference === undefined || wire.reference_id === reference) &&
        (paymentId === undefined ||
          (wire.payments ?? []).some((payment) => payment.payment_id === paymentId)),
    ),
  };
}

export function patchLink(sim: Simulation, id: string, body: unknown): PaymentLinkEntity {
  const link = findLink(sim, id);
  const fields = readFields(body, PATCH_FIELDS);
  if (!isPayable(link))
    throw new ApiError('Payment Link can be updated only if it is in created or partially paid state.');
  const { wire } = link;
  const expiry = readExpiry(fields, sim.agenda.unixSeconds());
  const reference = readText(fields, 'reference_id', 40);
  if (reference !== undefined && reference !== wire.reference_id) takeReference(sim, reference, id);
  wire.reference_id = reference ?? wire.reference_id;
  if (expiry !== undefined) {
    wire.expire_by = expiry;
    sim.agenda.set(expiry * 1000, 'link.expire', id);
  }
  wire.reminder_enable = readFlag(fields, 'reminder_enable') ?? wire.reminder_enable;
  wire.accept_partial = readFlag(fields, 'accept_partial') ?? wire.accept_partial;
  if (fields['notes'] !== undefined) wire.notes = readNotes(fields);
  wire.updated_at = sim.agenda.unixSeconds();
  return wire;
}

export function cancelLink(sim: Simulation, id: string): PaymentLinkEntity {
  const link = findLink(sim, id);
  if (link.wire.status !== 'created')
    throw new ApiError('cannot cancel or expire an already paid/partially paid link');
  closeLink(sim, link, 'cancelled');
  return link.wire;
}

export function notifyLink(sim: Simulation, id: string, medium: string): { success: true } {
  if (!isPayable(findLink(sim, id)))
    throw new ApiError('Notifications can be sent only for an open payment link.');
  if (medium !== 'sms' && medium !== 'email')
    throw new ApiError('The requested URL was not found on the server.');
  return { success: true };
}

function takeReference(sim: Simulation, reference: string, linkId: string): void {
  if (reference === '') return;
  if (sim.book.linkIdByReference.has(reference)) {
    throw new ApiError('payment link creation with reference ID already attempted', {
      field: 'reference_id',
    });
  }
  sim.book.linkIdByReference.set(reference, linkId);
}

function checkUpiLink(sim: Simulation, fields: JsonObject): void {
  if (readFlag(fields, 'upi_link') !== true) return;
  if (sim.settings.keyId.startsWith('rzp_test_'))
    throw new ApiError('UPI Payment Links is not supported in Test Mode');
  if (readFlag(fields, 'accept_partial') === true)
    throw new ApiError('Partial payment is not supported for UPI Payment Links');
}

function readCallback(fields: JsonObject): { callback_url: string; callback_method: string } {
  const url = readText(fields, 'callback_url', 2048) ?? '';
  const method = readText(fields, 'callback_method', 10) ?? '';
  if (url !== '' && method !== 'get')
    throw new ApiError('The callback method must be get.', { field: 'callback_method' });
  if (url !== '' && !/^https?:\/\//.test(url))
    throw new ApiError('The callback url is invalid.', { field: 'callback_url' });
  return { callback_url: url, callback_method: method };
}

function readExpiry(fields: JsonObject, now: number): number | undefined {
  const expiry = readUnixTime(fields, 'expire_by');
  if (expiry === undefined) return undefined;
  if (expiry < now + EARLIEST_EXPIRY_S) {
    throw new ApiError('expire_by should be at least 15 minutes after current time', { field: 'expire_by' });
  }
  if (expiry > now + LATEST_EXPIRY_S)
    throw new ApiError('expire_by should be within 6 months of current time', { field: 'expire_by' });
  return expiry;
}

function readCustomer(fields: JsonObject): PaymentLinkEntity['customer'] {
  const given = fields['customer'];
  if (given === undefined || given === null) return {};
  if (!isJsonObject(given)) throw new ApiError('The customer must be an object.', { field: 'customer' });
  const customer: PaymentLinkEntity['customer'] = {};
  for (const name of ['name', 'email', 'contact'] as const) {
    const text = readText(given, name, 255);
    if (text !== undefined) customer[name] = text;
  }
  return customer;
}

function readNotify(fields: JsonObject): { email: boolean; sms: boolean } {
  const given = isJsonObject(fields['notify']) ? fields['notify'] : {};
  return { email: readFlag(given, 'email') ?? false, sms: readFlag(given, 'sms') ?? false };
}
