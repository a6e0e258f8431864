// From the inbox to `lead_intake`: one row a lead by the provider's id, however often and in whatever order it is delivered.
import type { InboxWorker } from '@aangan/server/background.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { type ReadLead, readGoogleLead } from './google-lead.ts';
import { GOOGLE_INBOX, META_INBOX, WEBSITE_INBOX } from './lead-doors.server.ts';
import type { LeadProvider } from './lead-words.ts';
import { readMetaPointers } from './meta-lead.ts';
import { processIntake } from './process-intake.server.ts';
import { readWebsiteLead } from './website-lead.ts';

interface Arrival {
  provider: LeadProvider;
  channelId: string | null;
  inboxId: string;
  /** Absent for a pointer, whose answers are fetched. */
  lead: Omit<ReadLead, 'paper'> & { paper?: ReadLead['paper'] };
}

/** The row of a lead, made when it is new. The time of arrival is the inbox row's, whenever it is folded. */
async function intakeOf(db: Db, { provider, channelId, inboxId, lead }: Arrival): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into lead_intake (inbox_id, provider, dedupe_key, channel_id, received_at, is_test, verdict, state, external_form, external_campaign, external_ad, parsed, next_try_at)
    select ${inboxId}::uuid, ${provider}, ${lead.dedupeKey}, ${channelId}::uuid, i.received_at, ${lead.isTest}, 'VALID', ${lead.paper ? 'PARSED' : 'FETCHING'},
      ${lead.form}, ${lead.campaign}, ${lead.ad}, ${lead.paper ? JSON.stringify(lead.paper) : null}::jsonb, ${lead.paper ? null : sql`now()`}
      from inbox i where i.id = ${inboxId}::uuid
    on conflict (provider, dedupe_key) do nothing returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const known = await db
    .selectFrom('lead_intake')
    .select('id')
    .where('provider', '=', provider)
    .where('dedupe_key', '=', lead.dedupeKey)
    .executeTakeFirstOrThrow();
  return known.id;
}

const pushed = (provider: LeadProvider, read: (text: string) => ReadLead | null): InboxWorker => ({
  fold: async ({ row, work, finish, now }) => {
    const lead = read(row.body.toString('utf8'));
    if (!lead) return 'IGNORED';
    // The door put the channel in front of the provider's id.
    const channelId = row.eventId.slice(0, 36);
    const id = await work(null, (db) => intakeOf(db, { provider, channelId, inboxId: row.id, lead }));
    await processIntake({ work, now }, id, finish);
    return 'DONE';
  },
});

/** Leads whose answers are in the delivery. */
const foldGoogleLead = pushed('GOOGLE', (text) => readGoogleLead(text)?.lead ?? null);
const foldWebsiteLead = pushed('WEBSITE', readWebsiteLead);

/** Meta only points: every lead of the delivery waits for its answers. */
const foldMetaLeads: InboxWorker = {
  fold: async ({ row, work, finish }) => {
    const pointers = readMetaPointers(row.body.toString('utf8'));
    if (!pointers || pointers.length === 0) return 'IGNORED';
    await work(null, async (db) => {
      for (const pointer of pointers) {
        const page = await db
          .selectFrom('lead_channel')
          .select('id')
          .where('provider', '=', 'META')
          .where('external_id', '=', pointer.pageId)
          .executeTakeFirst();
        await intakeOf(db, {
          provider: 'META',
          channelId: page?.id ?? null,
          inboxId: row.id,
          lead: {
            dedupeKey: pointer.leadgenId,
            isTest: false,
            form: pointer.form,
            campaign: null,
            ad: pointer.ad,
          },
        });
      }
      await finish(db);
    });
    return 'DONE';
  },
};

export const leadInbox: Readonly<Record<string, InboxWorker>> = {
  [GOOGLE_INBOX]: foldGoogleLead,
  [WEBSITE_INBOX]: foldWebsiteLead,
  [META_INBOX]: foldMetaLeads,
};
