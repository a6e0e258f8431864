import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { franchisee, franchiseeLabels } from '../../network/public.server.ts';
import { leadMappingContract, type MappingRow } from './lead-channel.contract.ts';
import { changesChannels, ensureHeadOffice } from './lead-channel.server.ts';
import { leadPaper, questionMap } from './lead-paper.ts';

export const listMappings = handle(leadMappingContract.list, async ({ db, actor, now }) => {
  const { rows } = await sql<Omit<MappingRow, 'centreLabel'>>`
    select m.id, m.version, m.channel_id as "channelId", c.name as "channelName", m.external_form as form, m.external_campaign as "campaignId", m.franchisee_id as "franchiseeId",
      m.source_id as "sourceId", s.name as "sourceName", m.campaign, m.academic_year as "academicYear", m.class_id as "classId", k.name as "className", m.question_map as "questionMap",
      l.leads30, l.waiting, l.last_at as "lastAt"
      from lead_mapping m join lead_channel c on c.id = m.channel_id join enquiry_source s on s.id = m.source_id left join class k on k.id = m.class_id
      left join lateral (select count(*) filter (where i.received_at > ${now.toISOString()}::timestamptz - interval '30 days')::int as leads30,
          count(*) filter (where i.state = 'QUARANTINED')::int as waiting, max(i.received_at) as last_at from lead_intake i
        where i.channel_id = m.channel_id and (m.external_form is null or i.external_form = m.external_form)
          and (m.external_campaign is null or i.external_campaign = m.external_campaign)) l on true
     order by l.last_at desc nulls last, m.id limit 500`.execute(db);
  const labels = await franchiseeLabels(
    db,
    rows.flatMap((row) => row.franchiseeId ?? []),
  );
  return {
    rows: rows.map((row) => {
      const questions = questionMap.safeParse(row.questionMap);
      return {
        ...row,
        centreLabel: row.franchiseeId === null ? null : (labels.get(row.franchiseeId) ?? null),
        questionMap: questions.success ? questions.data : [],
      };
    }),
    can: { write: changesChannels(actor) },
  };
});

export const saveMapping = handle(leadMappingContract.save, async ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  await ensureChoices(db, input);
  const values = {
    franchisee_id: input.franchiseeId ?? null,
    source_id: input.sourceId,
    campaign: input.campaign ?? null,
    academic_year: input.academicYear ?? null,
    class_id: input.classId ?? null,
    question_map: JSON.stringify(input.questionMap),
  };
  const saved = await db
    .insertInto('lead_mapping')
    .values({
      channel_id: input.channelId,
      external_form: input.form ?? null,
      external_campaign: input.campaignId ?? null,
      ...values,
    })
    .onConflict((oc) => oc.columns(['channel_id', 'external_form', 'external_campaign']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('lead_intake')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('channel_id', '=', input.channelId)
    .$if(Boolean(input.form), (rows) => rows.where('external_form', '=', input.form ?? null))
    .where('state', '=', 'QUARANTINED')
    .executeTakeFirst();
  return { id: saved.id, waiting: Number(waiting?.n ?? 0) };
});

interface Chosen {
  channelId: string;
  sourceId: string;
  franchiseeId?: number | null | undefined;
  classId?: number | null | undefined;
}

/** Channel, centre, class and source exist; the source is the network's or the centre's own. */
async function ensureChoices(db: Db, chosen: Chosen): Promise<void> {
  ensureFound(
    await db.selectFrom('lead_channel').select('id').where('id', '=', chosen.channelId).executeTakeFirst(),
  );
  const source = await db
    .selectFrom('enquiry_source')
    .select('franchisee_id')
    .where('id', '=', chosen.sourceId)
    .executeTakeFirst();
  const fields: Record<string, string> = {};
  if (!source || ![HEAD_OFFICE, chosen.franchiseeId].includes(source.franchisee_id))
    fields['sourceId'] = 'Choose an entry of the list';
  if (chosen.franchiseeId && !(await franchisee(db, chosen.franchiseeId)))
    fields['franchiseeId'] = 'Choose an entry of the list';
  if (chosen.classId && !(await classes(db)).some((one) => one.id === chosen.classId))
    fields['classId'] = 'Choose an entry of the list';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

export const removeMapping = handle(leadMappingContract.remove, async ({ db, actor, input, version }) => {
  ensureHeadOffice(actor);
  ensureFound(await db.selectFrom('lead_mapping').select('id').where('id', '=', input.id).executeTakeFirst());
  const gone = await db
    .deleteFrom('lead_mapping')
    .where('id', '=', input.id)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(gone.numDeletedRows);
  return { id: input.id };
});

// The questions of a form are learnt from its newest leads.
const LOOKED_AT = 20;

export const mappingChoices = handle(leadMappingContract.choices, async ({ db, input }) => {
  const sources = await db
    .selectFrom('enquiry_source')
    .select(['id', 'name', 'channel'])
    .where('active', '=', true)
    .where('franchisee_id', '=', HEAD_OFFICE)
    .orderBy('name')
    .execute();
  const papers = input.channelId
    ? await db
        .selectFrom('lead_intake')
        .select('parsed')
        .where('channel_id', '=', input.channelId)
        .$if(input.form !== undefined, (rows) => rows.where('external_form', '=', input.form ?? null))
        .orderBy('received_at', 'desc')
        .limit(LOOKED_AT)
        .execute()
    : [];
  const questions = new Map<string, string | null>();
  for (const { parsed } of papers) {
    const paper = leadPaper.safeParse(parsed);
    if (paper.success) for (const { id, name } of paper.data.columns) questions.set(id, name);
  }
  return {
    sources,
    classes: (await classes(db)).map(({ id, name }) => ({ id, name })),
    questions: [...questions].map(([id, name]) => ({ id, name })),
  };
});
