// From the inbox to `lead_intake`: one row a lead by the provider's id, however often and in whatever order it is delivered.
import type { InboxWorker } from '@aangan/server/background/background.ts';
import { consumeCall } from '../calls/consume-call.server.ts';
import { intakeOf } from './arrival.server.ts';
import { type ReadLead, readGoogleLead } from './google-lead.ts';
import { GOOGLE_INBOX, META_INBOX, TELEPHONY_INBOX, WEBSITE_INBOX } from './lead-webhooks.server.ts';
import type { LeadProvider } from './lead-words.ts';
import { readMetaPointers } from './meta-lead.ts';
import { processIntake } from './process-intake.server.ts';
import { readWebsiteLead } from './website-lead.ts';

const pushed = (provider: LeadProvider, read: (text: string) => ReadLead | null): InboxWorker => ({
  consume: async ({ row, work, finish, now }) => {
    const lead = read(row.body.toString('utf8'));
    if (!lead) return 'IGNORED';
    // The endpoint put the channel in front of the provider's id.
    const channelId = row.eventId.slice(0, 36);
    const id = await work(null, (db) => intakeOf(db, { provider, channelId, inboxId: row.id, lead }));
    await processIntake({ work, now }, id, finish);
    return 'DONE';
  },
});

/** Leads whose answers are in the delivery. */
const consumeGoogleLead = pushed('GOOGLE', (text) => readGoogleLead(text)?.lead ?? null);
const consumeWebsiteLead = pushed('WEBSITE', readWebsiteLead);

/** Meta only points: every lead of the delivery waits for its answers. */
const consumeMetaLeads: InboxWorker = {
  consume: async ({ row, work, finish }) => {
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
  [GOOGLE_INBOX]: consumeGoogleLead,
  [WEBSITE_INBOX]: consumeWebsiteLead,
  [META_INBOX]: consumeMetaLeads,
  [TELEPHONY_INBOX]: consumeCall,
};
