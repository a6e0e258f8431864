// A family gave or withdrew the consent to pictures (areas/communication.md 3.10). What families are shown changed with the
// answer already; this writes it into the lists and tells whoever published the albums.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { blockPostsOf } from '../instagram/post-rules.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import type { AlbumRow } from './gallery-album.server.ts';
import { restatePhotos } from './photo-rules.server.ts';

interface ConsentFact {
  subjectKind: string;
  subjectId: string;
  purpose: string;
  allowed: boolean;
}

const PURPOSES = ['PHOTO_IN_APP', 'PHOTO_PUBLIC'];

export const consentChanged: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row, work, finish }) => {
    const fact = row.payload as ConsentFact;
    await work(row.franchiseeId, async (db) => {
      if (fact.subjectKind === 'STUDENT' && PURPOSES.includes(fact.purpose)) {
        await restateAlbums(db, row.franchiseeId, { studentId: fact.subjectId, key: row.dedupeKey });
        await blockPostsOf(db, row.franchiseeId, fact.subjectId);
      }
      await finish(db);
    });
  },
};

async function restateAlbums(
  db: Db,
  franchiseeId: number,
  { studentId, key }: { studentId: string; key: string },
): Promise<void> {
  const { rows: albums } = await sql<AlbumRow>`
    select g.* from gallery g where g.franchisee_id = ${franchiseeId} and exists (select from gallery_photo p
      join photo_child c on c.franchisee_id = p.franchisee_id and c.photo_id = p.id
      join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
     where p.franchisee_id = g.franchisee_id and p.gallery_id = g.id and p.status <> 'REMOVED' and e.student_id = ${studentId})
     order by g.id for update`.execute(db);
  const left = new Map<string, number>();
  for (const album of albums) {
    const restated = await restatePhotos(db, album);
    const tell = album.published_by ?? album.created_by;
    if (album.status === 'PUBLISHED' && restated.left > 0 && tell !== null)
      left.set(tell, (left.get(tell) ?? 0) + restated.left);
  }
  const child = await db
    .selectFrom('student')
    .select('name')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', studentId)
    .executeTakeFirst();
  for (const [userId, count] of left)
    await queueMessage(db, {
      kind: 'communication.pictures-left',
      franchiseeId,
      about: { userIds: [userId] },
      values: { count, child: child?.name ?? 'a child' },
      dedupeKey: `${key}:${userId}`.slice(0, 240),
      source: { kind: 'STUDENT', id: studentId },
    });
}
