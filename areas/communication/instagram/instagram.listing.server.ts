import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { instagramContract as contract } from './instagram.contract.ts';
import { instagramPosts } from './instagram.listing.ts';
import { postStates } from './instagram.states.ts';

export const instagramListing = serveListing(instagramPosts, {
  from: sql`instagram_post p join franchisee z on z.id = p.franchisee_id`,
  alias: 'p',
  joins: sql`left join app_user u on u.id = p.created_by`,
  columns: {
    caption: 'p.caption',
    centre: 'z.company_name',
    pictures: sql`(select count(*)::int from instagram_item i where i.franchisee_id = p.franchisee_id and i.post_id = p.id)`,
    scheduledAt: 'p.scheduled_at',
    by: personName('u'),
    permalink: 'p.permalink',
    status: 'p.status',
    submittedBy: 'p.submitted_by',
    createdBy: 'p.created_by',
  },
  can: (row, actor) => {
    const writes = mayCall(actor, contract.save);
    const steps = new Set<string>(writes ? actionsFrom(postStates, row.status) : []);
    const other = row.submittedBy !== actor.userId && row.createdBy !== actor.userId;
    return {
      edit: writes && row.status === 'DRAFT',
      submit: steps.has('submit'),
      decide: steps.has('approve') && other && holdsCode(actor, 'INSTAPOST_APPROVED'),
      publish: steps.has('publish'),
      reopen: steps.has('reopen'),
      cancel: steps.has('cancel'),
      remove: steps.has('remove'),
    };
  },
});
export const { handlers } = instagramListing;
