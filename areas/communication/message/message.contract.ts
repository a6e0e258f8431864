import { can, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { communicationModules } from '../modules.ts';

export const messageStatuses = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'UNKNOWN',
  'SUPPRESSED',
  'CANCELLED',
] as const;

export const messageLabels = {
  QUEUED: 'Waiting',
  SENDING: 'Sending',
  SENT: 'Sent (not confirmed)',
  DELIVERED: 'Delivered',
  READ: 'Read',
  FAILED: 'Failed',
  UNKNOWN: 'Not known',
  SUPPRESSED: 'Not sent',
  CANCELLED: 'Cancelled',
} as const satisfies Record<(typeof messageStatuses)[number], string>;
export const channelLabels = { SMS: 'SMS', WHATSAPP: 'WhatsApp', EMAIL: 'E-mail', APP: 'App' } as const;

/** Why a message waits although it is due: its way is not set up. */
export const NO_PROVIDER = 'NO_PROVIDER';
/** Reasons a list is filtered by; a provider's own words are none. */
export const messageReasons = [NO_PROVIDER, 'NO_CONSENT', 'SUPPRESSED', 'NOT_CONNECTED', 'EXPIRED'] as const;

const row = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  queuedAt: z.string(),
  kind: z.string(),
  channel: z.enum(['SMS', 'WHATSAPP', 'EMAIL', 'APP']),
  language: z.string(),
  /** 'Gita R.' and '+91 98••• •••10': never more in a list. */
  to: z.string(),
  address: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  status: z.enum(messageStatuses),
  reason: z.string().nullable(),
  units: z.int().nullable(),
  notBefore: z.string().nullable(),
  sentAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  provider: z.string().nullable(),
  sourceKind: z.string().nullable(),
  sourceId: z.string().nullable(),
  can,
});

export const messageContract = {
  list: query({
    name: 'message.list',
    summary: 'The outbox: every message with its way, state and masked text.',
    module: [communicationModules.sendSMS, communicationModules.sendEmail],
    scope: 'centre',
    input: z.strictObject({
      channel: z.enum(['SMS', 'WHATSAPP', 'EMAIL', 'APP']).optional(),
      status: z.enum(messageStatuses).optional(),
      reason: z.enum(messageReasons).optional(),
      kind: z.string().max(80).optional(),
      /** A whole number or address; found by its keyed hash. */
      address: z.string().trim().max(160).optional(),
      familyId: z.uuid().optional(),
      ...paging,
    }),
    output: pageOf(row),
  }),
};
