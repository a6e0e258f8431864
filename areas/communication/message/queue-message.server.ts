// How other areas send a message: one outbox row in the caller's transaction. Names, numbers and texts travel sealed.

import { cancelLater, type Lane, later, type Subject } from '@aangan/server/background/outbox.ts';
import { messageKind, messageKinds } from '@aangan/server/endpoint/area-registry.ts';
import type { LinkPurpose } from '@aangan/server/work/links.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type ContactChannel, type OwnText, withOwnText } from './render-text.ts';

export interface MessageAddress {
  mobile?: string;
  email?: string;
  name?: string;
  language?: string;
}

/** Whom it is about: people are found by the worker. An address is for contacts without a row (forms, codes). */
export type About =
  | { studentIds: readonly string[] }
  | { guardianIds: readonly string[] }
  | { enquiryId: string }
  | { householdId: string }
  | { userIds: readonly string[] }
  | { vendorPersonIds: readonly string[] }
  | { address: MessageAddress };

export interface NewMessage {
  /** A kind declared in some area's `messages`. */
  kind: string;
  franchiseeId: number;
  about: About;
  /** Money as integer paise under a name that ends in `Paise`; days as YYYY-MM-DD. */
  values: Readonly<Record<string, string | number>>;
  /** A text in place of the kind's. */
  own?: OwnText;
  /** Where the bell leads to; a screen of this app. */
  appLink?: string;
  /** Fills `{link}`: a public link is issued when the message leaves. */
  link?: { purpose: LinkPurpose; subjectId: string; subjectKind?: string; expiresAt?: Date };
  /** Only this way (codes, a way chosen by hand); default is the best way of each person. */
  channel?: ContactChannel;
  dedupeKey: string;
  notBefore?: Date;
  expiresAt?: Date;
  source: Subject;
}

/** What a public link's subject is called by the pages that resolve it. */
const LINK_SUBJECTS: Partial<Record<LinkPurpose, string>> = {
  'form.application': 'application',
  'form.registration': 'registration',
  'form.admission': 'admission',
  'pay.admission': 'fee-account',
  'pay.service': 'fee-assignment',
  'receipt.view': 'receipt',
  'receipt.verify': 'receipt',
};

/** Queues a message in this transaction. False when the same (kind, key) was queued before. */
export async function queueMessage(db: Db, message: NewMessage): Promise<boolean> {
  const kind = messageKind(message.kind);
  if (!kind && messageKinds().size > 0)
    throw new Error(`Message kind '${message.kind}' is declared by no area`);
  const { address, ...about } = message.about as { address?: MessageAddress };
  if (address && kind && kind.audience !== 'CONTACT' && kind.category !== 'CODE')
    throw new Error(`Message kind '${message.kind}' may not go to an address; name the people`);
  const dedupeKey = `${message.kind}:${message.dedupeKey}`;
  const sealed = seal(
    JSON.stringify({ values: withOwnText(message.values, message.own), ...(address ? { address } : {}) }),
    aad('outbox', 'message', message.franchiseeId, dedupeKey),
  );
  const link = message.link && {
    purpose: message.link.purpose,
    subjectId: message.link.subjectId,
    subjectKind: message.link.subjectKind ?? LINK_SUBJECTS[message.link.purpose] ?? message.source.kind,
    ...(message.link.expiresAt ? { expiresAt: message.link.expiresAt.toISOString() } : {}),
  };
  const lane: Lane =
    kind?.category === 'CODE'
      ? 'CODE'
      : kind?.category === 'PROMOTIONAL'
        ? 'BULK'
        : kind?.urgency === 'NOW'
          ? 'NOW'
          : 'ROUTINE';
  return later(
    db,
    'communication.expand',
    {
      kind: message.kind,
      about,
      sealed: sealed.toString('base64'),
      ...(link ? { link } : {}),
      ...(message.channel ? { channel: message.channel } : {}),
      ...(message.appLink ? { appLink: message.appLink } : {}),
    },
    {
      franchiseeId: message.franchiseeId,
      dedupeKey,
      lane,
      source: message.source,
      ...(message.notBefore ? { notBefore: message.notBefore } : {}),
      ...(message.expiresAt ? { expiresAt: message.expiresAt } : {}),
    },
  );
}

/** Cancels what has not left yet of one source: the queued fact and its messages. Returns how many messages and facts. */
export async function cancelMessages(
  db: Db,
  which: { franchiseeId: number; source: Subject },
): Promise<number> {
  const facts = await cancelLater(db, which);
  const result = await db
    .updateTable('message')
    .set({ status: 'CANCELLED' })
    .where('franchisee_id', '=', which.franchiseeId)
    .where('source_kind', '=', which.source.kind)
    .where('source_id', '=', which.source.id)
    .where('status', '=', 'QUEUED')
    .executeTakeFirst();
  // A waiting message has its own outbox row, which was counted too.
  return Math.max(facts, Number(result.numUpdatedRows));
}
