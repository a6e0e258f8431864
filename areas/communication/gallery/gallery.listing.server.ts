import { todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { mySections } from '../../academics/public.server.ts';
import { galleryContract } from './gallery.contract.ts';
import { galleries } from './gallery.listing.ts';
import { galleryStates } from './gallery.states.ts';

const photos = (condition: ReturnType<typeof sql>) => sql`(select count(*)::int from gallery_photo x
  where x.franchisee_id = g.franchisee_id and x.gallery_id = g.id and ${condition})`;
const families = (condition: ReturnType<typeof sql>) => sql`(select count(*)::int from gallery_enrolment f
  where f.franchisee_id = g.franchisee_id and f.gallery_id = g.id and ${condition})`;

/** Names of an album's sections, as its lists and pages show them. */
export const sectionNames = sql`(select string_agg(k.name || ' ' || n.name, ', ' order by k.position, n.name)
  from section n join class k on k.id = n.class_id where n.franchisee_id = g.franchisee_id and n.id = any (g.section_ids))`;

/** The small file of an album's cover: the chosen one, else the first that is ready. */
export const coverFile = sql`(select x.small_id from gallery_photo x where x.franchisee_id = g.franchisee_id and x.gallery_id = g.id
  and x.status = 'READY' order by x.id = g.cover_photo_id desc nulls last, x.position limit 1)`;

export const galleryListing = serveListing(galleries, {
  from: sql`gallery g`,
  alias: 'g',
  joins: sql`left join app_user u on u.id = g.created_by`,
  columns: {
    title: 'g.title',
    onDate: 'g.on_date',
    audience: 'g.audience',
    sections: sectionNames,
    photos: photos(sql`x.status <> 'REMOVED'`),
    ready: photos(sql`x.status = 'READY'`),
    blocked: photos(sql`x.status = 'BLOCKED'`),
    toName: photos(sql`x.status = 'NEEDS_NAMES'`),
    seen: families(sql`f.seen_at is not null`),
    by: personName('u'),
    status: 'g.status',
    cover: coverFile,
    families: families(sql`true`),
    mine: sql`false`,
    waiting: sql`(select coalesce(max(x.status), 'NONE') from gallery_photo x
      where x.franchisee_id = g.franchisee_id and x.gallery_id = g.id and x.status in ('NEEDS_NAMES', 'BLOCKED'))`,
    sectionIds: 'g.section_ids',
  },
  map: async (rows, { db, actor }) => {
    const mine = new Set((await mySections(db, actor, todayIst(new Date()))).map(({ id }) => id));
    return rows.map((row) => ({
      ...row,
      cover:
        row.cover === null
          ? null
          : `${fileUrl({ franchiseeId: row.franchiseeId, fileId: row.cover })}&inline=1`,
      mine: row.sectionIds.some((id) => mine.has(id)),
    }));
  },
  can: (row, actor) => {
    const writes = row.mine && mayCall(actor, galleryContract.save);
    const steps = new Set<string>(writes ? actionsFrom(galleryStates, row.status) : []);
    return { edit: writes, publish: steps.has('publish'), withdraw: steps.has('withdraw') };
  },
});
export const { handlers } = galleryListing;
