import { randomUUID } from 'node:crypto';
import { maskEmail } from '@aangan/contract/email.ts';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { centreOfWriter, targetWords } from '../audience/audience.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { cancelMessages, queueMessage } from '../message/queue-message.server.ts';
import { sendAfter } from '../message/quiet-hours.ts';
import { communicationModules as m } from '../modules.ts';
import { variablesOf, variantsOf } from '../template/template.server.ts';
import { knownVariables } from '../template/template-text.ts';
import { type CampaignAudience, campaignContract as contract } from './campaign.contract.ts';
import { campaignStates, isNear, MOST_WITHOUT_APPROVAL } from './campaign.states.ts';
import {
  type CampaignText,
  type Counted,
  countCampaign,
  freeValues,
  kindOf,
  ownOf,
} from './campaign-people.server.ts';

export type CampaignRow = RowIn<'campaign'>;
type Words = Pick<
  ParsedInputOf<typeof contract.check>,
  'page' | 'templateId' | 'audience' | 'values' | 'mergeChildren'
>;
const moved = { states: campaignStates, table: 'campaign' } as const;
export const sourceOf = (id: string) => ({ kind: 'campaign', id });

/** Each page is behind its own module; the operations stand open to both. */
export function ensurePage(actor: Actor, page: 'SEND_SMS' | 'SEND_EMAIL', write: boolean): void {
  if (!holds(actor, page === 'SEND_SMS' ? m.sendSMS : m.sendEmail, write)) throw refuse('module.missing');
}

/** The version of a template that is sent, or one that was begun with; 409 when it may not be used. */
export async function textOf(
  db: Db,
  templateId: string,
  page: string,
  begunWith?: number | null,
): Promise<CampaignText & { name: string; versionNo: number; userType: string }> {
  const row = ensureFound(
    await db.selectFrom('template').selectAll().where('id', '=', templateId).executeTakeFirst(),
  );
  const usable =
    row.page === page && row.live_version !== null && row.status !== 'PAUSED' && row.status !== 'RETIRED';
  ensure(usable, () =>
    refuseCommunication('campaign.template', { fields: { templateId: 'Choose an active template' } }),
  );
  const versionNo = begunWith ?? row.live_version ?? 1;
  return {
    name: row.name,
    versionNo,
    userType: row.user_type,
    type: row.type,
    promotional: row.category === 'PROMOTIONAL',
    variables: variablesOf(row),
    variants: await variantsOf(db, row, versionNo),
  };
}

const MOST_CENTRES = 50;

/** Where the people are: the campaign's centre, or those that head office chose. */
function placesOf(franchiseeId: number, { centreIds }: CampaignAudience): number[] {
  if (franchiseeId !== HEAD_OFFICE) return [franchiseeId];
  const places = [...new Set(centreIds)];
  ensure(places.length > 0 && places.length <= MOST_CENTRES, () =>
    refuseCommunication('campaign.centres', { fields: { centreIds: `Choose 1 to ${MOST_CENTRES} centres` } }),
  );
  return places;
}

async function counted(db: Db, franchiseeId: number, words: Words) {
  const text = await textOf(db, words.templateId, words.page);
  const wrong =
    text.userType !== 'ALL' && (text.userType === 'STAFF') !== (words.audience.people === 'STAFF');
  ensure(!wrong, () =>
    refuseCommunication('campaign.people', { fields: { people: 'The template is for others' } }),
  );
  const found = await countCampaign(db, {
    places: placesOf(franchiseeId, words.audience),
    audience: words.audience,
    values: words.values,
    mergeChildren: words.mergeChildren,
    text,
  });
  return { text, found };
}

const targetOf = async (db: Db, audience: CampaignAudience, franchiseeId: number): Promise<string> => {
  const { stages, people, ...rest } = audience;
  if (people !== 'LEAD') return targetWords(db, { ...rest, people }, franchiseeId);
  // Checks the centres and names them; classes and children are no matter of an enquiry.
  const everybody = await targetWords(
    db,
    { people: 'PARENT', centreIds: rest.centreIds, classIds: [], sectionIds: [], studentIds: [] },
    franchiseeId,
  );
  const which = stages.length > 0 ? ` (${stages.map((one) => one.replaceAll('_', ' ')).join(', ')})` : '';
  return everybody.replace('All families', `Open enquiries${which}`).slice(0, 300);
};

/** What a number of units costs by the rate of the day; null rates cost nothing yet. */
async function costOf(db: Db, text: CampaignText, { units, reached }: Counted, now: Date): Promise<number> {
  const { rows } = await sql<{ rate: number }>`select paise_per_hundred as rate from message_rate
    where channel = ${text.type} and category = ${text.promotional ? 'PROMOTIONAL' : 'SERVICE'} and from_on <= ${todayIst(now)} order by from_on desc limit 1`.execute(
    db,
  );
  return Math.round(((text.type === 'SMS' ? units : reached) * (rows[0]?.rate ?? 0)) / 100);
}

/** Many people, several centres and every offer wait for another person. */
const needsApproval = (franchiseeId: number, { promotional }: CampaignText, { reached }: Counted): boolean =>
  reached > MOST_WITHOUT_APPROVAL || franchiseeId === HEAD_OFFICE || promotional;

export const checkCampaign = handle(contract.check, async ({ db, actor, input, now }) => {
  ensurePage(actor, input.page, true);
  const franchiseeId = centreOfWriter(actor);
  await targetOf(db, input.audience, franchiseeId);
  const { text, found } = await counted(db, franchiseeId, input);
  const wanted = input.scheduledAt === null ? now : new Date(input.scheduledAt);
  return {
    matched: found.matched,
    reached: found.reached,
    out: [...found.out].map(([reason, one]) => ({ reason, ...one })),
    units: found.units,
    costPaise: await costOf(db, text, found, now),
    goesAt: sendAfter(wanted > now ? wanted : now, kindOf(text)).toISOString(),
    samples: found.samples.map(({ person, subject, text: body }) => ({
      to:
        text.type === 'SMS'
          ? `${person.name}, ${maskPhone(person.mobile ?? '')}`
          : `${person.name}, ${maskEmail(person.email ?? '')}`,
      subject: text.type === 'EMAIL' ? subject : null,
      text: body,
    })),
    needsApproval: needsApproval(franchiseeId, text, found),
  };
});

const TESTS_AN_HOUR = 5;

export const testCampaign = handle(contract.test, async ({ db, actor, input, now }) => {
  ensurePage(actor, input.page, true);
  const text = await textOf(db, input.templateId, input.page);
  const me = userIdOf(actor);
  const n = await countTry(db, `template-test:${me}`, 3600);
  ensure(n <= TESTS_AN_HOUR, () => refuse('rate.limited', { details: { seconds: 3600 }, retryAfter: 3600 }));
  // A test is no offer: it goes to whoever asked for it, without the line that stops offers.
  const own = ownOf({ ...text, promotional: false }, 'en');
  if (!own) throw refuseCommunication('campaign.template');
  await queueMessage(db, {
    kind: 'communication.template-test',
    franchiseeId: centreOfWriter(actor),
    about: { userIds: [me] },
    values: { ...knownVariables, ...freeValues(text, input.values) },
    own,
    channel: text.type,
    dedupeKey: `${input.templateId}:${me}:${now.getTime()}`,
    source: { kind: 'template-test', id: input.templateId },
  });
  return {};
});

export const saveCampaign = handle(contract.save, async ({ db, actor, input, now }) => {
  ensurePage(actor, input.page, true);
  const before = input.id === null ? null : await lockRow(db, 'campaign', input.id, input.version ?? 0);
  ensure(before === null || before.status === 'DRAFT', () => refuse('row.wrong-state'));
  const franchiseeId = before?.franchisee_id ?? centreOfWriter(actor);
  const text = await textOf(db, input.templateId, input.page);
  const columns = {
    title: input.title,
    page: input.page,
    template_id: input.templateId,
    template_version: text.versionNo,
    audience: JSON.stringify(input.audience),
    values: JSON.stringify(input.values),
    places: placesOf(franchiseeId, input.audience),
    target: await targetOf(db, input.audience, franchiseeId),
    reply_to: input.page === 'SEND_EMAIL' ? input.replyTo : null,
    scheduled_at: input.scheduledAt,
    merge_children: input.mergeChildren,
    made_by: userIdOf(actor),
    // Of an earlier round: what was approved then is not what is written now.
    approved_by: null,
  };
  const row = before
    ? await db
        .updateTable('campaign')
        .set(columns)
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('campaign')
        .values({ franchisee_id: franchiseeId, id: randomUUID(), ...columns })
        .returningAll()
        .executeTakeFirstOrThrow();
  if (!input.send) return { id: row.id, status: row.status };
  const { found } = await counted(db, franchiseeId, input);
  ensure(found.reached > 0, () => refuseCommunication('audience.nobody'));
  ensure(input.reached === null || input.reached === found.reached, () =>
    refuseCommunication('campaign.preview-stale', {
      details: { before: input.reached ?? 0, now: found.reached },
    }),
  );
  const waits = needsApproval(franchiseeId, text, found);
  const sent = await moveStatus(db, {
    ...moved,
    row,
    action: waits ? 'submit' : 'schedule',
    set: {
      matched: found.matched,
      reached: found.reached,
      units: found.units,
      out: JSON.stringify(Object.fromEntries([...found.out].map(([reason, { n }]) => [reason, n]))),
      checked_at: now,
    },
  });
  if (!waits) await startLater(db, sent, now);
  return { id: row.id, status: sent.status };
});

const startLater = (db: Db, row: CampaignRow, now: Date): Promise<boolean> =>
  later(
    db,
    'communication.campaign',
    { id: row.id },
    {
      franchiseeId: row.franchisee_id,
      dedupeKey: `${row.id}:${row.version}`,
      source: sourceOf(row.id),
      ...(row.scheduled_at !== null && new Date(row.scheduled_at) > now
        ? { notBefore: new Date(row.scheduled_at) }
        : {}),
    },
  );

export const wordsOf = (row: CampaignRow): Words => ({
  page: row.page,
  templateId: row.template_id,
  audience: row.audience as unknown as CampaignAudience, // jsonb that `save` alone writes
  values: row.values as unknown as Record<string, string>,
  mergeChildren: row.merge_children,
});

export const approveCampaign = handle(contract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'campaign', input.id, version);
  ensurePage(actor, row.page, true);
  if (row.status === 'WAITING_APPROVAL') {
    const { text, found } = await counted(db, row.franchisee_id, wordsOf(row));
    // What is approved is what was checked: these words for these people.
    ensure(text.versionNo === row.template_version, () => refuseCommunication('campaign.template-changed'));
    ensure(isNear(row.reached ?? 0, found.reached), () =>
      refuseCommunication('campaign.audience-changed', {
        details: { before: row.reached ?? 0, now: found.reached },
      }),
    );
  }
  const approved = await decide(db, actor, {
    ...moved,
    row,
    action: 'approve',
    decision: 'APPROVE',
    code: 'CAMPAIGN_APPROVED',
    makers: [row.made_by, row.created_by],
    reason: input.note ?? null,
    set: { approved_by: userIdOf(actor) },
  });
  await startLater(db, approved, now);
  return {};
});

export const returnCampaign = handle(contract.sendBack, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'campaign', input.id, version);
  ensurePage(actor, row.page, true);
  await decide(db, actor, {
    ...moved,
    row,
    action: 'return',
    decision: 'RETURN',
    code: 'CAMPAIGN_APPROVED',
    makers: [row.made_by, row.created_by],
    reason: input.reason,
  });
  return {};
});

export const cancelCampaign = handle(contract.cancel, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'campaign', input.id, version);
  ensurePage(actor, row.page, true);
  await moveStatus(db, {
    ...moved,
    row,
    action: 'cancel',
    reason: input.reason,
    set: { cancel_reason: input.reason, finished_at: now },
  });
  for (const franchiseeId of new Set([row.franchisee_id, ...row.places]))
    await cancelMessages(db, { franchiseeId, source: sourceOf(row.id) });
  return {};
});
