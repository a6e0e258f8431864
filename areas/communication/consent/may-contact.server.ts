// May this person be written to this way? The one place that reads the ledger for messages: gates, previews and lists ask here.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ContactChannel } from '../message/render-text.ts';
import type { ConsentPurpose } from './consent.server.ts';

export interface ContactAsked {
  /** Families of the school by SMS and e-mail unless they said no; everybody else only after a yes. */
  kind: 'GUARDIAN' | 'CONTACT' | 'HOUSEHOLD';
  /** The person, and for contacts the enquiry or household they belong to: one no among them counts. */
  subjectIds: readonly string[];
  channel: ContactChannel;
  purpose?: ConsentPurpose | undefined;
}

/** `REFUSED`: said no or took it back. `NO_CONSENT`: was never asked. */
export type ContactClosed = 'REFUSED' | 'NO_CONSENT';

/** For each question why the person may not be written to; null = may. */
export async function contactsClosed(
  db: Db,
  franchiseeId: number,
  asked: readonly ContactAsked[],
): Promise<(ContactClosed | null)[]> {
  const ids = [...new Set(asked.flatMap((one) => one.subjectIds))];
  const needed = asked.map(({ channel, purpose }) => [`MESSAGES_${channel}`, ...(purpose ? [purpose] : [])]);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('consent_now')
          .select(['subject_id', 'purpose', 'allowed'])
          .where('franchisee_id', '=', franchiseeId)
          .where('subject_id', 'in', ids)
          .where('purpose', 'in', [...new Set(needed.flat())])
          .execute();
  const answers = new Map(rows.map((row) => [`${row.subject_id} ${row.purpose}`, row.allowed]));
  return asked.map(({ kind, subjectIds, channel }, i) => {
    const open = kind === 'GUARDIAN' && channel !== 'WHATSAPP';
    for (const [n, purpose] of (needed[i] ?? []).entries()) {
      const given = subjectIds
        .map((id) => answers.get(`${id} ${purpose}`))
        .filter((one) => one !== undefined);
      if (given.includes(false)) return 'REFUSED';
      if (given.length === 0 && !(open && n === 0)) return 'NO_CONSENT';
    }
    return null;
  });
}

export interface ContactQuestion {
  franchiseeId: number;
  personKind: ContactAsked['kind'];
  personId: string;
  channel: ContactChannel;
  purpose?: ConsentPurpose;
}

/** `contactsClosed` for one person and way. */
export async function mayContact(
  db: Db,
  { franchiseeId, personKind, personId, channel, purpose }: ContactQuestion,
): Promise<{ ok: boolean; reason?: 'NO_CONSENT' }> {
  const asked = { kind: personKind, subjectIds: [personId], channel, purpose };
  const [closed = null] = await contactsClosed(db, franchiseeId, [asked]);
  return closed === null ? { ok: true } : { ok: false, reason: 'NO_CONSENT' };
}
