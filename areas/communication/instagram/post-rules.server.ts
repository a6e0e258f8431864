import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { publicPhotos } from '../gallery/public-photos.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { refuseInstagram } from './instagram.refusals.ts';
import { postStates } from './instagram.states.ts';

export type PostRow = RowIn<'instagram_post'>;

export interface PostItem {
  id: string;
  album: string;
  onDate: string;
  small: string;
  large: string;
  alt: string | null;
  ready: boolean;
  reason: string | null;
}

/** The pictures of a post in their order, each as it may be shown in public now. */
export async function itemsOf(db: Db, post: Pick<PostRow, 'franchisee_id' | 'id'>): Promise<PostItem[]> {
  const items = await db
    .selectFrom('instagram_item')
    .select(['photo_id', 'alt'])
    .where('franchisee_id', '=', post.franchisee_id)
    .where('post_id', '=', post.id)
    .orderBy('position')
    .execute();
  const photos = new Map((await publicPhotos(db, post.franchisee_id)).map((photo) => [photo.id, photo]));
  return items.map(({ photo_id: id, alt }) => {
    const photo = photos.get(id);
    // Removed, or its album was withdrawn or is not for the outside any more.
    if (!photo)
      return {
        id,
        alt,
        album: '–',
        onDate: '1970-01-01',
        small: '',
        large: '',
        ready: false,
        reason: 'It is in no public album.',
      };
    const { album, onDate, small, large, ready } = photo;
    // Whose consent it is, is said to the child's teachers alone.
    return {
      id,
      alt,
      album,
      onDate,
      small,
      large,
      ready,
      reason: ready ? null : 'Consent or names are missing.',
    };
  });
}

/** What keeps a post inside; null when every picture may be shown in public now. */
export async function lostOf(
  db: Db,
  post: Pick<PostRow, 'franchisee_id' | 'id'>,
): Promise<{ count: number; reason: string } | null> {
  const without = (await itemsOf(db, post)).filter(({ ready }) => !ready);
  return without.length === 0 ? null : { count: without.length, reason: without[0]?.reason ?? '' };
}

/** Refuses a step while a picture may not be shown in public. */
export async function ensurePublic(db: Db, post: PostRow): Promise<void> {
  const lost = await lostOf(db, post);
  if (lost) throw refuseInstagram('insta.no-consent', { details: lost });
}

const OPEN = ['WAITING_APPROVAL', 'SCHEDULED', 'DUE'];

/** A locked post whose pictures may not all be shown: blocked before it is out, to be removed after. True when it moved. */
export async function blockPost(db: Db, post: PostRow): Promise<boolean> {
  const published = post.status === 'PUBLISHED';
  if (!published && !OPEN.includes(post.status)) return false;
  const lost = await lostOf(db, post);
  if (!lost) return false;
  await moveStatus(db, {
    states: postStates,
    table: 'instagram_post',
    row: post,
    action: published ? 'lose' : 'block',
    set: { lost_reason: lost.reason },
  });
  const people = [...new Set([post.submitted_by, post.published_by].filter((one) => one !== null))];
  await queueMessage(db, {
    kind: 'communication.insta-lost',
    franchiseeId: post.franchisee_id,
    about: { userIds: people },
    values: { what: published ? 'remove the post from Instagram within a day.' : 'the post is blocked.' },
    dedupeKey: `${post.id}:${post.version}`,
    source: { kind: 'instagram-post', id: post.id },
  });
  return true;
}

/** Posts with a picture of this child, once a consent of it changed. */
export async function blockPostsOf(db: Db, franchiseeId: number, studentId: string): Promise<void> {
  const { rows } = await sql<PostRow>`
    select p.* from instagram_post p where p.franchisee_id = ${franchiseeId} and p.status in ('WAITING_APPROVAL', 'SCHEDULED', 'DUE', 'PUBLISHED')
      and exists (select from instagram_item i
        join photo_child c on c.franchisee_id = i.franchisee_id and c.photo_id = i.photo_id
        join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
       where i.franchisee_id = p.franchisee_id and i.post_id = p.id and e.student_id = ${studentId})
     order by p.id for update`.execute(db);
  for (const post of rows) await blockPost(db, post);
}
