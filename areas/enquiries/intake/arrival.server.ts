// The one row of a lead in `lead_intake`, whoever told us of it.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { ReadLead } from './google-lead.ts';
import type { LeadProvider } from './lead-words.ts';

interface Arrival {
  provider: LeadProvider;
  channelId: string | null;
  inboxId: string;
  /** Absent for a pointer, whose answers are fetched. */
  lead: Omit<ReadLead, 'paper'> & { paper?: ReadLead['paper'] };
}

/** The row of a lead, made when it is new. The time of arrival is the inbox row's, whenever it is consumed. */
export async function intakeOf(db: Db, { provider, channelId, inboxId, lead }: Arrival): Promise<string> {
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
