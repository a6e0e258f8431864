// A campaign whose time has come: its people are found anew, each gets one message fact, those left out are noted. Gates, quiet
// hours and repeats are the core's, asked again for each message.
import type { JobDeclaration, OutboxWorker } from '@aangan/server/background/background.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../message/queue-message.server.ts';
import { type CampaignRow, sourceOf, textOf, wordsOf } from './campaign.server.ts';
import { campaignStates, isNear } from './campaign.states.ts';
import {
  type Asked,
  type CampaignLine,
  type CampaignText,
  campaignPageOf,
  countCampaign,
  kindOf,
} from './campaign-people.server.ts';

const moved = { states: campaignStates, table: 'campaign' } as const;

type Tools = Parameters<OutboxWorker['perform']>[0];
interface Fact {
  id: string;
  /** Of head office's campaign: the centre this fact is for. */
  at?: number;
}

export const campaignWorker: OutboxWorker = {
  retryUnknown: true,
  perform: async (tools) => {
    const { id, at } = tools.row.payload as unknown as Fact; // written by `startLater` and `fanOut` alone
    // Head office's campaign is beside its centres: only the network sees both.
    const network = at !== undefined || tools.row.franchiseeId === HEAD_OFFICE;
    const scope = network ? null : tools.row.franchiseeId;
    const begun = await tools.work(scope, (db) => begin(db, id, tools.now));
    if (!begun) return;
    if (network && at === undefined) return fanOut(tools, begun.row);
    await sendAt(tools, begun, { scope, franchiseeId: at ?? tools.row.franchiseeId });
  },
};

/** One fact a centre, so that a centre's people are one centre's work. */
const fanOut = (tools: Tools, row: CampaignRow): Promise<void> =>
  tools.work(null, async (db) => {
    for (const at of row.places)
      await later(
        db,
        'communication.campaign',
        { id: row.id, at },
        {
          franchiseeId: at,
          dedupeKey: `${tools.row.dedupeKey}:${at}`,
          lane: 'BULK',
          source: sourceOf(row.id),
        },
      );
    await tools.finish(db);
  });

async function sendAt(
  tools: Tools,
  begun: Begun,
  { scope, franchiseeId }: { scope: number | null; franchiseeId: number },
): Promise<void> {
  const { audience, values, mergeChildren } = wordsOf(begun.row);
  const asked: Asked = { franchiseeId, audience, values, mergeChildren, text: begun.text, taken: new Set() };
  let after: { kind: string; id: string } | null = null;
  for (;;) {
    const from = after;
    const page: Awaited<ReturnType<typeof campaignPageOf>> | null = await tools.work(scope, async (db) => {
      // Locked, so that a cancellation is before this page or finds its messages.
      if (!(await isSending(db, begun.row.id))) return null;
      const found = await campaignPageOf(db, asked, from);
      await sendPage(db, begun, { lines: found.lines, franchiseeId });
      if (!found.more) await tools.finish(db);
      return found;
    });
    if (!page?.more) return;
    after = page.last;
  }
}

async function isSending(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from campaign where id = ${id} and status = 'SENDING' for update`.execute(
    db,
  );
  return rows.length > 0;
}

interface Begun {
  row: CampaignRow;
  text: CampaignText;
}

/** Sending, when the people are still about those that were checked; otherwise it is a draft again. Null: nothing to do. */
async function begin(db: Db, id: string, now: Date): Promise<Begun | null> {
  const row = await db.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || (row.status !== 'SCHEDULED' && row.status !== 'SENDING')) return null;
  const words = wordsOf(row);
  const begunWith = row.status === 'SENDING' ? row.template_version : null;
  const text = await textOf(db, words.templateId, words.page, begunWith).catch(() => null);
  // Begun before and cut off: whoever has a message does not get another.
  if (row.status === 'SENDING') return text && { row, text };
  const isSame = text !== null && text.versionNo === row.template_version;
  const found =
    isSame &&
    (await countCampaign(db, {
      places: row.places,
      audience: words.audience,
      values: words.values,
      mergeChildren: words.mergeChildren,
      text,
    }));
  if (!isSame || !found || !isNear(row.reached ?? 0, found.reached)) {
    await moveStatus(db, {
      ...moved,
      row,
      action: 'changed',
      reason: found
        ? `${row.reached ?? 0} were checked, ${found.reached} match now`
        : 'The template changed, or may not be used any more',
    });
    return null;
  }
  return { row: await moveStatus(db, { ...moved, row, action: 'start', set: { started_at: now } }), text };
}

async function sendPage(
  db: Db,
  { row, text }: Begun,
  { lines, franchiseeId }: { lines: readonly CampaignLine[]; franchiseeId: number },
): Promise<void> {
  for (const line of lines) {
    if (line.out !== null || !line.own) continue;
    await queueMessage(db, {
      kind: kindOf(text).key,
      franchiseeId,
      about: aboutOf(line),
      values: { ...line.values, ...(row.reply_to ? { replyTo: row.reply_to } : {}) },
      own: line.own,
      ...(text.type === 'EMAIL' && text.promotional
        ? {
            link: {
              purpose: 'message.preferences' as const,
              subjectId: line.person.id,
              subjectKind: line.key === 'enquiryId' ? 'HOUSEHOLD' : 'GUARDIAN',
            },
          }
        : {}),
      channel: text.type,
      dedupeKey: [row.id, line.key, line.id, line.childId].filter(Boolean).join(':'),
      source: sourceOf(row.id),
    });
  }
  const left = lines.flatMap((line) =>
    line.out === null
      ? []
      : [
          {
            franchisee_id: row.franchisee_id,
            campaign_id: row.id,
            person_kind: line.person.kind as 'GUARDIAN' | 'STAFF' | 'CONTACT', // vendors are in no audience
            person_id: line.person.id,
            reason: line.out,
          },
        ],
  );
  if (left.length > 0)
    await db
      .insertInto('campaign_out')
      .values(left)
      .onConflict((oc) => oc.doNothing())
      .execute();
}

const aboutOf = ({ key, id }: CampaignLine) =>
  key === 'enquiryId' ? { enquiryId: id } : key === 'guardianIds' ? { guardianIds: [id] } : { userIds: [id] };

const OUT_DAYS = 180;

/** A campaign is completed when its last message is final; whom it left out is forgotten after half a year. */
export const completeCampaigns: JobDeclaration = {
  name: 'communication.campaigns',
  title: 'Campaigns that are completed',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 120,
  timeoutS: 60,
  run: async ({ work, now }) => {
    const ok = await work(null, async (db) => {
      const { rows } = await sql<CampaignRow>`
        select c.* from campaign c where c.status = 'SENDING'
           and not exists (select from outbox o where o.franchisee_id = any(c.places || c.franchisee_id) and o.source_kind = 'campaign' and o.source_id = c.id::text
             and o.kind in ('communication.campaign', 'communication.expand') and o.state in ('QUEUED', 'SENDING'))
           and not exists (select from message x where x.franchisee_id = any(c.places) and x.source_kind = 'campaign' and x.source_id = c.id::text
             and x.status in ('QUEUED', 'SENDING'))
         for update skip locked limit 200`.execute(db);
      for (const row of rows)
        await moveStatus(db, { ...moved, row, action: 'complete', set: { finished_at: now } });
      await sql`delete from campaign_out where created_at < now() - make_interval(days => ${OUT_DAYS})`.execute(
        db,
      );
      return rows.length;
    });
    return { ok, failed: 0 };
  },
};
