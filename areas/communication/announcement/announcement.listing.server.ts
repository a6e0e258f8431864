import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { announcementContract as contract } from './announcement.contract.ts';
import { announcements } from './announcement.listing.ts';
import { type AnnouncementStatus, announcementStates } from './announcement.states.ts';

const counted = (condition: string) =>
  sql`(select count(*)::int from announcement_recipient r where r.announcement_id = a.id ${sql.raw(condition)})`;

interface Steps {
  status: AnnouncementStatus;
  ackRequired: boolean;
  submittedBy: string | null;
  createdBy: string | null;
}

/** What may be done with one: the steps of its state, by who may call them, an approval by somebody else alone. */
export function stepsOf(row: Steps, actor: Actor) {
  const writes = mayCall(actor, contract.save);
  const ended = row.status === 'EXPIRED';
  const steps = new Set<string>(
    writes ? actionsFrom(announcementStates, ended ? 'PUBLISHED' : row.status) : [],
  );
  const other = row.submittedBy !== actor.userId && row.createdBy !== actor.userId;
  const decides = other && holdsCode(actor, 'CAMPAIGN_APPROVED');
  return {
    edit: writes && (row.status === 'DRAFT' || row.status === 'PUBLISHED'),
    submit: steps.has('submit'),
    approve: decides && steps.has('approve'),
    return: decides && steps.has('return'),
    recall: steps.has('recall'),
    withdraw: steps.has('withdraw'),
    reopen: writes && ended,
    pin: writes && row.status !== 'WITHDRAWN' && !ended,
    remind: writes && row.status === 'PUBLISHED',
  };
}

export const announcementListing = serveListing(announcements, {
  from: sql`announcement a`,
  alias: 'a',
  joins: sql`left join app_user u on u.id = a.created_by`,
  columns: {
    title: 'a.title',
    target: 'a.target',
    people: 'a.people',
    publishAt: sql`date_trunc('milliseconds', a.publish_at)`,
    expiresAt: sql`date_trunc('milliseconds', a.expires_at)`,
    pinnedUntil: 'a.pinned_until',
    recipients: counted(''),
    seen: counted('and r.seen_version = a.version_no'),
    acknowledged: counted('and r.ack_version = a.version_no'),
    ackRequired: 'a.ack_required',
    by: personName('u'),
    status: sql`(case when a.status = 'PUBLISHED' and a.expires_at <= now() then 'EXPIRED' else a.status end)`,
    classId: sql`(case when cardinality(a.class_ids) = 1 then a.class_ids[1] end)`,
    submittedBy: 'a.submitted_by',
    createdBy: 'a.created_by',
  },
  can: stepsOf,
});
export const { handlers } = announcementListing;
