import { HEAD_OFFICE } from '@aangan/server/sql.ts';
// Whose lead it is (enquiries.md D22): a form's mapping, the channel's own centre, else the pincode, else a person.

import { latestYear, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ability, serviceableCentres } from '../../network/public.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { linkOf } from '../qr/count-code.server.ts';
import { answersOf, type LeadAnswers } from './lead-answers.server.ts';
import { type LeadPaper, questionMap } from './lead-paper.ts';
import type { LeadProvider, QuarantineReason } from './lead-words.ts';

export interface LeadFacts {
  provider: LeadProvider;
  channelId: string | null;
  form: string | null;
  campaign: string | null;
  receivedAt: Date;
  paper: LeadPaper;
}

export interface LeadMapping {
  franchiseeId: number | null;
  sourceId: string;
  campaign: string | null;
  academicYear: 'current' | 'next' | null;
  classId: number | null;
}

/** A lead with everything that says what it means. */
export interface ReadFacts {
  answers: LeadAnswers;
  mapping: LeadMapping | null;
  channel: { franchiseeId: number | null; active: boolean; sourceId: string | null } | null;
  link: {
    id: string;
    franchiseeId: number;
    sourceId: string;
    medium: string | null;
    campaign: string | null;
  } | null;
  midUnknown: boolean;
}

/** Reads the mapping (the form's and campaign's own before the form's), the channel and the source link of a lead. */
export async function factsOf(db: Db, lead: LeadFacts): Promise<ReadFacts> {
  const { rows } = await sql<MappingRow>`
    select m.franchisee_id, m.source_id, m.campaign, m.academic_year, m.class_id, m.question_map from lead_mapping m
     where m.channel_id = ${lead.channelId}::uuid and (m.external_form is null or m.external_form = ${lead.form}) and (m.external_campaign is null or m.external_campaign = ${lead.campaign})
     order by m.external_form is null, m.external_campaign is null limit 1`.execute(db);
  const [found] = rows;
  const channel = lead.channelId
    ? await db
        .selectFrom('lead_channel')
        .select(['franchisee_id', 'active', 'default_source_id'])
        .where('id', '=', lead.channelId)
        .executeTakeFirst()
    : undefined;
  const mid = lead.paper.facts['mid'];
  const link = mid ? await linkOf(db, mid, todayIst(lead.receivedAt)) : undefined;
  const questions = questionMap.safeParse(found?.question_map ?? []);
  return {
    answers: answersOf(lead.paper, questions.success ? questions.data : [], lead.receivedAt),
    mapping: found
      ? {
          franchiseeId: found.franchisee_id,
          sourceId: found.source_id,
          campaign: found.campaign,
          academicYear: found.academic_year,
          classId: found.class_id,
        }
      : null,
    channel: channel
      ? { franchiseeId: channel.franchisee_id, active: channel.active, sourceId: channel.default_source_id }
      : null,
    link: link
      ? {
          id: link.id,
          franchiseeId: link.franchisee_id,
          sourceId: link.source_id,
          medium: link.medium,
          campaign: link.campaign,
        }
      : null,
    midUnknown: mid !== undefined && !link,
  };
}

interface MappingRow {
  franchisee_id: number | null;
  source_id: string;
  campaign: string | null;
  academic_year: 'current' | 'next' | null;
  class_id: number | null;
  question_map: unknown;
}

export type Route =
  | { to: number; by: 'CHANNEL' | 'MAPPING' | 'PINCODE' }
  | { to: null; reason: QuarantineReason };

const wait = (reason: QuarantineReason): Route => ({ to: null, reason });
const MOST_LINKS = 2;

/** The centre of a lead, or why a person must look. */
export async function routeOf(db: Db, lead: LeadFacts, facts: ReadFacts): Promise<Route> {
  const { answers, mapping, channel, link } = facts;
  if (channel && !channel.active) return wait('channel-paused');
  if (!lead.paper.trusted && linksIn(lead.paper) > MOST_LINKS) return wait('suspected-spam');
  if (!answers.mobile) return wait(answers.mobileGiven ? 'bad-phone' : 'no-phone');
  if (link) return opened(db, lead, { to: link.franchiseeId, by: 'CHANNEL' });
  if (mapping?.franchiseeId) return opened(db, lead, { to: mapping.franchiseeId, by: 'MAPPING' });
  if (channel?.franchiseeId) return opened(db, lead, { to: channel.franchiseeId, by: 'CHANNEL' });
  if (!answers.pincode) return wait(mapping ? 'no-centre' : 'no-mapping');
  const [best] = await serviceableCentres(db, answers.pincode);
  return best && best.franchiseeId !== HEAD_OFFICE
    ? opened(db, lead, { to: best.franchiseeId, by: 'PINCODE' })
    : wait('no-centre');
}

const linksIn = (paper: LeadPaper): number =>
  paper.columns.reduce((n, { value }) => n + (value.match(/https?:\/\/|www\./gi)?.length ?? 0), 0);

async function opened(db: Db, lead: LeadFacts, route: Extract<Route, { to: number }>): Promise<Route> {
  const year = latestYear(lead.receivedAt);
  const open =
    route.to === HEAD_OFFICE ||
    (await ability(db, route.to, 'PUBLIC_ENQUIRY', { yearId: year, currentYear: year }));
  return open ? route : wait('centre-closed');
}

const PROVIDER_SOURCE: Readonly<Record<LeadProvider, string>> = {
  GOOGLE: sourceIds.google,
  META: sourceIds.meta,
  WEBSITE: sourceIds.website,
  TELEPHONY: sourceIds.phone,
};

/** What gets the credit: the link's source, the form's, the channel's, else the provider's. */
export const sourceOfLead = (lead: LeadFacts, { link, mapping, channel }: ReadFacts): string =>
  link?.sourceId ?? mapping?.sourceId ?? channel?.sourceId ?? PROVIDER_SOURCE[lead.provider];
