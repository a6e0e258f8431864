// What the screens of campaigns read: the choices of a new one, and one with how far its messages are.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { centreOfWriter } from '../audience/audience.server.ts';
import { variablesOf, variantsOf } from '../template/template.server.ts';
import { knownVariables, namesIn, withNames } from '../template/template-text.ts';
import { campaignContract as contract } from './campaign.contract.ts';
import { campaignSteps } from './campaign.listing.server.ts';
import { type CampaignRow, ensurePage, wordsOf } from './campaign.server.ts';
import type { OutReason } from './campaign.states.ts';
import { freeValues } from './campaign-people.server.ts';

export const campaignForm = handle(contract.form, async ({ db, actor, input }) => {
  ensurePage(actor, input.page, false);
  const rows = await db
    .selectFrom('template')
    .selectAll()
    .where('page', '=', input.page)
    .where('live_version', 'is not', null)
    .where('status', 'not in', ['PAUSED', 'RETIRED'])
    .where('franchisee_id', 'in', [HEAD_OFFICE, centreOfWriter(actor)])
    .orderBy('name')
    .execute();
  const templates = [];
  for (const row of rows) {
    const [one] = await variantsOf(db, row, row.live_version ?? 1);
    const text = one && row.type === 'SMS' ? withNames(one.body, one.map) : (one?.body ?? '');
    const used = new Set(namesIn(`${one?.subject ?? ''} ${text}`));
    templates.push({
      id: row.id,
      name: row.name,
      category: row.category,
      userType: row.user_type,
      subject: one?.subject ?? null,
      text,
      free: variablesOf(row).filter(({ name }) => used.has(name) && !Object.hasOwn(knownVariables, name)),
    });
  }
  const { rows: stages } = await sql<{ code: string; status: string }>`
    select code, status from enquiry_stage where active and status not in ('Order', 'Lost') order by position`.execute(
    db,
  );
  return { templates, stages };
});

/** The words as they leave, with what is filled once in its place. */
async function wordsShown(db: Db, row: CampaignRow): Promise<string> {
  const template = await db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', row.template_id)
    .executeTakeFirst();
  const [one] = template ? await variantsOf(db, template, row.template_version ?? template.version_no) : [];
  if (!template || !one) return '';
  const values = freeValues({ type: template.type, variables: variablesOf(template) }, wordsOf(row).values);
  const body = template.type === 'SMS' ? withNames(one.body, one.map) : one.body;
  return [one.subject, body]
    .filter(Boolean)
    .join('\n\n')
    .replace(/\{([a-z][A-Za-z]*)\}/g, (place, name: string) => values[name] ?? place);
}

interface Progress {
  sent: number;
  delivered: number;
  failed: number;
  waiting: number;
}

export const getCampaign = handle(contract.get, async ({ db, actor, input }) => {
  const { rows } = await sql<
    CampaignRow & Progress & { by: string | null; approver: string | null; template: string }
  >`
    select c.*, ${personName('u')} as by, ${personName('p')} as approver, coalesce(t.name, '–') as template, s.* from campaign c
      left join app_user u on u.id = c.made_by left join app_user p on p.id = c.approved_by left join template t on t.id = c.template_id
     cross join lateral (select count(*) filter (where status in ('SENT', 'DELIVERED', 'READ'))::int as sent, count(*) filter (where status in ('DELIVERED', 'READ'))::int as delivered,
         count(*) filter (where status in ('FAILED', 'UNKNOWN', 'SUPPRESSED', 'CANCELLED'))::int as failed, count(*) filter (where status in ('QUEUED', 'SENDING'))::int as waiting
       from message where franchisee_id = any(c.places) and source_kind = 'campaign' and source_id = c.id::text) s
     where c.id = ${input.id}`.execute(db);
  const row = ensureFound(rows[0]);
  ensurePage(actor, row.page, false);
  const { sent, delivered, failed, waiting } = row;
  const out = row.out as unknown as Partial<Record<OutReason, number>>; // jsonb that saving alone writes
  return {
    ...wordsOf(row),
    id: row.id,
    version: row.version,
    title: row.title,
    target: row.target,
    template: row.template,
    text: await wordsShown(db, row),
    replyTo: row.reply_to,
    scheduledAt: row.scheduled_at,
    status: row.status,
    by: row.by,
    approvedBy: row.approver,
    matched: row.matched,
    reached: row.reached,
    units: row.units,
    out: Object.entries(out).map(([reason, n]) => ({ reason: reason as OutReason, n })),
    sent,
    delivered,
    failed,
    waiting,
    cancelReason: row.cancel_reason,
    can: campaignSteps({ status: row.status, madeBy: row.made_by, page: row.page }, actor),
  };
});
