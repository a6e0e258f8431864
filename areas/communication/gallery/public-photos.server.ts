import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type JudgedPhoto, judgedPhotos, pictureOf } from './photo-rules.server.ts';

interface PublicPhoto {
  id: string;
  franchiseeId: number;
  album: string;
  onDate: string;
  small: string;
  large: string;
  /** Children that are named on it. */
  studentIds: string[];
  /** Children that stand on it by name or blurred. */
  children: number;
  ready: boolean;
  reason: string | null;
}

/** Pictures of a centre's published albums for the outside, each with what still keeps it inside. */
export async function publicPhotos(db: Db, franchiseeId: number): Promise<PublicPhoto[]> {
  const { rows } = await sql<{ id: string; title: string; onDate: string }>`
    select id, title, on_date as "onDate" from gallery where franchisee_id = ${franchiseeId} and status = 'PUBLISHED' and audience = 'PUBLIC'
     order by on_date desc, id limit 60`.execute(db);
  const found: PublicPhoto[] = [];
  for (const { id, title, onDate } of rows)
    for (const photo of await judgedPhotos(db, { franchisee_id: franchiseeId, id, audience: 'PUBLIC' })) {
      const { large, small } = pictureOf(franchiseeId, photo);
      found.push({
        id: photo.id,
        franchiseeId,
        album: title,
        onDate,
        large,
        small,
        studentIds: named(photo),
        children: photo.children.length,
        ready: photo.verdict.status === 'READY',
        reason: photo.verdict.reason,
      });
    }
  return found;
}

const named = (photo: JudgedPhoto): string[] =>
  photo.children.filter(({ how }) => how === 'NAMED').map(({ studentId }) => studentId);
