// Google keeps undelivered leads for 30 to 60 days and gives them as a CSV. Each row becomes the very delivery that was
// missed, so that it goes the way of all leads; what is known already is skipped.

import { storeInbox } from '@aangan/server/background/inbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { readSheetLines } from '@aangan/server/files/spreadsheet.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { readGoogleLead } from './google-lead.ts';
import { ensureHeadOffice } from './lead-channel.server.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';
import { GOOGLE_INBOX } from './lead-webhooks.server.ts';

/** Headings of the download in plain form; every other column is an answer. */
const FACTS: Readonly<Record<string, string>> = {
  lead_id: 'lead_id',
  google_lead_id: 'lead_id',
  form_id: 'form_id',
  lead_form_id: 'form_id',
  campaign_id: 'campaign_id',
  ad_group_id: 'adgroup_id',
  creative_id: 'creative_id',
  ad_id: 'creative_id',
  gcl_id: 'gcl_id',
  gclid: 'gcl_id',
  google_click_id: 'gcl_id',
  lead_submit_time: 'lead_submit_time',
  submission_date: 'lead_submit_time',
  date: 'lead_submit_time',
};

const plain = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** A spreadsheet shows a number's quote or tab in front; ids are kept as text. */
const cell = (text: string | undefined): string => (text ?? '').replace(/^[\s']+/, '').trim();

interface CsvLead {
  id: string;
  body: Buffer;
}

export const reconcileGoogle = handle(leadIntakeContract.reconcile, async ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  const channel = ensureFound(
    await db
      .selectFrom('lead_channel')
      .select(['id', 'franchisee_id'])
      .where('id', '=', input.channelId)
      .where('provider', '=', 'GOOGLE')
      .executeTakeFirst(),
  );
  const { leads, unreadable } = await leadsOf(input.csv);
  const known = await knownIds(
    db,
    leads.map((lead) => lead.id),
  );
  let fresh = 0;
  for (const lead of leads) {
    if (known.has(lead.id)) continue;
    const stored = await storeInbox(db, {
      provider: GOOGLE_INBOX,
      eventId: `${channel.id}:${lead.id}`,
      franchiseeId: channel.franchisee_id,
      verdict: 'VALID',
      body: lead.body,
      contentType: 'application/json',
    });
    if (stored) fresh += 1;
  }
  return { fresh, known: leads.length - fresh, unreadable };
});

async function leadsOf(csv: string): Promise<{ leads: CsvLead[]; unreadable: number }> {
  const [heading = [], ...lines] = (await readSheetLines(Buffer.from(csv))).map(({ cells }) => cells);
  const names = heading.map(plain);
  if (!names.some((name) => FACTS[name] === 'lead_id'))
    throw refuseEnquiry('lead-csv.header', { details: { columns: 'Lead ID' } });
  const leads = new Map<string, CsvLead>();
  let unreadable = 0;
  for (const cells of lines) {
    const lead = leadOf(heading, names, cells);
    if (lead) leads.set(lead.id, lead);
    else unreadable += 1;
  }
  return { leads: [...leads.values()], unreadable };
}

function leadOf(
  heading: readonly string[],
  names: readonly string[],
  cells: readonly string[],
): CsvLead | null {
  const facts: Record<string, string> = {};
  const answers: { column_id: string; column_name: string; string_value: string }[] = [];
  for (const [at, name] of names.entries()) {
    const value = cell(cells[at]);
    const fact = FACTS[name];
    if (!value) continue;
    if (fact) facts[fact] = value;
    else answers.push({ column_id: name, column_name: heading[at]?.trim() ?? name, string_value: value });
  }
  const body = JSON.stringify({ ...facts, api_version: '1.0', user_column_data: answers });
  const read = readGoogleLead(body);
  return read && answers.length > 0 ? { id: read.lead.dedupeKey, body: Buffer.from(body) } : null;
}

async function knownIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('lead_intake')
    .select('dedupe_key')
    .where('provider', '=', 'GOOGLE')
    .where('dedupe_key', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.dedupe_key));
}
