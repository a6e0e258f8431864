import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, inChosenCentre, istDay, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { sopVersionContract } from '../version/sop-version.contract.ts';
import { sopSectionContract as contract } from './sop-section.contract.ts';
import { sopSections } from './sop-section.listing.ts';

const today = istDay(sql`now()`);
const countOf = (what: ReturnType<typeof sql>) => sql`coalesce((select ${what} from sop_states(${today}) c
  where c.section_id = s.id and c.state in ('CURRENT', 'STALE', 'OUTSTANDING')), 0)::int`;

export const sectionListing = serveListing(sopSections, {
  from: sql`sop_section s join sop_folder f on f.id = s.folder_id
    left join sop_version d on d.section_id = s.id and d.status in ('DRAFT', 'IN_REVIEW')
    left join lateral (select v.major, v.minor, v.effective_from from sop_version v where v.section_id = s.id and v.status = 'PUBLISHED'
      and v.effective_from <= ${today} order by v.major desc, v.minor desc limit 1) v on true`,
  alias: 's',
  joins: sql`left join app_user u on u.id = s.owner_id`,
  // Head office's sections and those of the chosen centre.
  only: (actor) => sql`(s.franchisee_id = ${HEAD_OFFICE} or ${inChosenCentre(actor, 's.franchisee_id')})`,
  columns: {
    code: 's.code',
    title: 's.title',
    folder: 'f.name',
    owner: personName('u'),
    live: sql`v.major || '.' || v.minor`,
    effectiveFrom: 'v.effective_from',
    draft: 'd.status',
    reviewBy: 's.review_by',
    audience: 's.audience_model',
    belongs: sql`(case when s.franchisee_id = ${HEAD_OFFICE} then 'NETWORK' else 'CENTRE' end)`,
    required: countOf(sql`count(*)`),
    current: countOf(sql`count(*) filter (where c.state = 'CURRENT')`),
    overdue: countOf(sql`count(*) filter (where c.state <> 'CURRENT' and c.due_on < ${today})`),
    status: 's.status',
    folderId: 's.folder_id',
    ownerId: 's.owner_id',
    position: 's.position',
    ackDueDays: 's.ack_due_days',
    draftId: 'd.id',
    draftVersion: 'd.version',
    authorId: 'd.author_id',
    reviewOverdue: sql`(case when s.status = 'PUBLISHED' and s.review_by < ${today} then 'YES' else 'NO' end)`,
  },
  can: (row, actor) => {
    const own = row.belongs === 'CENTRE' || actor.wholeNetwork;
    return {
      edit: own && row.status !== 'ARCHIVED' && mayCall(actor, sopVersionContract.save),
      decide:
        row.draft === 'IN_REVIEW' &&
        row.authorId !== actor.userId &&
        mayCall(actor, sopVersionContract.approve),
      archive: own && row.status !== 'ARCHIVED' && mayCall(actor, contract.archive),
      restore: own && row.status === 'ARCHIVED' && mayCall(actor, contract.restore),
      audience: own && mayCall(actor, contract.audience),
    };
  },
});
export const { handlers } = sectionListing;
