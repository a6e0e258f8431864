// Which texts may be sent: the product's own kinds, and those a centre or head office wrote themselves.
import { refuse } from '@aangan/contract/refusal.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type ContactChannel, contactChannels, type OwnText } from '../../communication/public.server.ts';
import { type ReadyMessage, readyLabels, readyMessages } from './ready-messages.ts';

/** Carries the texts of centres (`area.ts`). */
export const OWN_MESSAGE = 'enquiries.own-message';

/** A text that somebody chose, ready to be sent. */
export interface ChosenText {
  /** As it was asked for and is stored with a batch. */
  key: string;
  /** The kind it travels as. */
  kind: string;
  label: string;
  /** Null: the product's. */
  own: OwnText | null;
  channels: readonly ContactChannel[];
  /** It is meant for SMS too, but the operators would drop it: it has no DLT id (communication.md 2.1). */
  noDlt: boolean;
}

/** A centre's own text has no template that WhatsApp approved. */
const WAYS = { BOTH: ['SMS', 'EMAIL'], SMS: ['SMS'], EMAIL: ['EMAIL'] } as const;

const fixed = (key: ReadyMessage): ChosenText => ({
  key,
  kind: key,
  label: readyLabels[key],
  own: null,
  channels: contactChannels,
  noDlt: false,
});

const COLUMNS = [
  'id',
  'name',
  'channel',
  'language',
  'subject',
  'body',
  'dlt_template_id',
  'active',
] as const;

const textsOf = (db: Db, franchiseeId: number) =>
  db
    .selectFrom('enquiry_message_text')
    .select([...COLUMNS])
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId]);
type Row = Awaited<ReturnType<ReturnType<typeof textsOf>['execute']>>[number];

function ownOf(row: Row): ChosenText {
  const meant: readonly ContactChannel[] = WAYS[row.channel as keyof typeof WAYS];
  const registered = row.dlt_template_id !== null;
  return {
    key: row.id,
    kind: OWN_MESSAGE,
    label: row.name,
    own: {
      text: row.body,
      subject: row.subject,
      language: row.language as 'en' | 'hi',
      dltTemplateId: row.dlt_template_id,
    },
    channels: meant.filter((way) => way === 'EMAIL' || registered),
    noDlt: meant.includes('SMS') && !registered,
  };
}

/** What a centre may send: the product's first, then head office's and its own by name. */
export async function textsFor(db: Db, franchiseeId: number): Promise<ChosenText[]> {
  const rows = await textsOf(db, franchiseeId).where('active', '=', true).orderBy('name').execute();
  return [...readyMessages.map(fixed), ...rows.map(ownOf)];
}

/** The text behind a key; 404 for one that is not this centre's or was switched off. */
export async function chosenText(db: Db, franchiseeId: number, key: string): Promise<ChosenText> {
  const chosen = await begunText(db, franchiseeId, key);
  if (!chosen?.active) throw refuse('row.not-found');
  return chosen;
}

/** As chosenText for what was begun: a text that was switched off meanwhile is sent to the end. */
export async function begunText(
  db: Db,
  franchiseeId: number,
  key: string,
): Promise<(ChosenText & { active: boolean }) | null> {
  const ready = readyMessages.find((one) => one === key);
  if (ready) return { ...fixed(ready), active: true };
  const row = await textsOf(db, franchiseeId).where('id', '=', key).executeTakeFirst();
  return row ? { ...ownOf(row), active: row.active } : null;
}

/** Names of texts by their keys, for lists of what was sent. */
export async function textLabels(db: Db, keys: readonly string[]): Promise<(key: string) => string> {
  const own = keys.filter((key) => !readyMessages.some((one) => one === key));
  const rows =
    own.length === 0
      ? []
      : await db
          .selectFrom('enquiry_message_text')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(own)])
          .execute();
  const labels = new Map<string, string>([
    ...Object.entries(readyLabels),
    ...rows.map((row): [string, string] => [row.id, row.name]),
  ]);
  return (key) => labels.get(key) ?? 'Message';
}

export const NO_DLT = 'No DLT id: it cannot go by SMS';
/** Why a text cannot be sent at all. */
export const blockedOf = (chosen: ChosenText): string | null =>
  chosen.channels.length === 0 ? NO_DLT : null;
