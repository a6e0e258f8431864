import { fileUrl } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { videoContract } from './video.contract.ts';
import { videos } from './video.listing.ts';

/** Head office's videos are every centre's; families meet videos by their recorded classes alone. */
export const inVideoReach = (actor: Actor) =>
  actor.students === null
    ? sql`(v.franchisee_id = ${HEAD_OFFICE} or ${inChosenCentre(actor, 'v.franchisee_id')})`
    : sql`false`;

/** Head office's rows are written by head office, with no other centre chosen. */
const own = (actor: Actor, owner: string): boolean =>
  owner === 'CENTRE' ||
  (actor.wholeNetwork && (actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE));

export const videoListing = serveListing(videos, {
  from: sql`video v`,
  alias: 'v',
  joins: sql`left join app_user u on u.id = v.uploaded_by`,
  only: inVideoReach,
  columns: {
    name: 'v.name',
    tags: 'v.tags',
    durationS: sql`round(v.duration_ms / 1000.0)::int`,
    bytes: 'v.bytes',
    captioned: sql`(case when exists (select from video_caption c where c.franchisee_id = v.franchisee_id and c.video_id = v.id) then 'YES' else 'NO' end)`,
    owner: sql`(case when v.franchisee_id = ${HEAD_OFFICE} then 'NETWORK' else 'CENTRE' end)`,
    views: sql`(select count(*)::int from watch w where w.video_id = v.id)`,
    uploadedBy: personName('u'),
    // As a reader gets it back: a filter from and to that very instant finds the row.
    uploadedAt: sql`date_trunc('milliseconds', v.created_at)`,
    status: 'v.status',
    posterId: 'v.poster_file_id',
    posterUrl: sql`null::text`,
    slug: 'v.slug',
  },
  map: async (rows) =>
    rows.map((row) => ({
      ...row,
      posterUrl: row.posterId ? fileUrl({ franchiseeId: row.franchiseeId, fileId: row.posterId }) : null,
    })),
  can: (row, actor) => {
    const mine = own(actor, row.owner);
    return {
      edit: mine && row.status === 'READY' && mayCall(actor, videoContract.change),
      share: mine && row.status === 'READY' && mayCall(actor, videoContract.share),
      archive: mine && row.status === 'READY' && mayCall(actor, videoContract.archive),
      restore: mine && row.status === 'ARCHIVED' && mayCall(actor, videoContract.restore),
    };
  },
});
export const { handlers } = videoListing;
