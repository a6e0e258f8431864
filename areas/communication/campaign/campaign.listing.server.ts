import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { type RawBuilder, sql } from 'kysely';
import { communicationModules as m } from '../modules.ts';
import { campaigns } from './campaign.listing.ts';
import { campaignStates } from './campaign.states.ts';

interface Steps {
  status: keyof typeof campaignStates;
  madeBy: string | null;
  page: 'SEND_SMS' | 'SEND_EMAIL';
}

export function campaignSteps(row: Steps, actor: Actor) {
  const writes = holds(actor, row.page === 'SEND_SMS' ? m.sendSMS : m.sendEmail, true);
  const steps = new Set<string>(writes ? actionsFrom(campaignStates, row.status) : []);
  const decides = row.madeBy !== actor.userId && holdsCode(actor, 'CAMPAIGN_APPROVED');
  return {
    edit: writes && row.status === 'DRAFT',
    approve: decides && steps.has('approve'),
    return: decides && steps.has('return'),
    cancel: steps.has('cancel'),
  };
}

const counted = (states: RawBuilder<unknown>) =>
  sql`(select count(*)::int from message x where x.franchisee_id = any(c.places) and x.source_kind = 'campaign' and x.source_id = c.id::text and x.status in (${states}))`;

/** Pages whose module is held: a campaign by e-mail is no matter of somebody who sends SMS alone. */
const ownPages = (actor: Actor) =>
  sql`(${holds(actor, m.sendSMS, false)} and c.page = 'SEND_SMS' or ${holds(actor, m.sendEmail, false)} and c.page = 'SEND_EMAIL')`;

export const campaignListing = serveListing(campaigns, {
  from: sql`campaign c`,
  alias: 'c',
  joins: sql`left join app_user u on u.id = c.made_by left join template t on t.id = c.template_id`,
  only: ownPages,
  columns: {
    title: 'c.title',
    target: 'c.target',
    template: sql`coalesce(t.name, '–')`,
    page: 'c.page',
    reached: 'c.reached',
    sent: counted(sql`'SENT', 'DELIVERED', 'READ'`),
    delivered: counted(sql`'DELIVERED', 'READ'`),
    failed: counted(sql`'FAILED', 'UNKNOWN', 'SUPPRESSED'`),
    by: personName('u'),
    scheduledAt: sql`date_trunc('milliseconds', c.scheduled_at)`,
    createdAt: sql`date_trunc('milliseconds', c.created_at)`,
    status: 'c.status',
    madeBy: 'c.made_by',
  },
  can: campaignSteps,
});
