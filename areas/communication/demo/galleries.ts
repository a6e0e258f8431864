// Albums of two centres with drawn pictures: published, drafts and a withdrawn one; some pictures to name, some blocked.
import { createHash } from 'node:crypto';
import { academicYearDays, academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { type FileStore, openFileStore } from '@aangan/server/files/file-store.ts';
import type { Client } from 'pg';
import { drawnPicture } from '../../../db/demo/drawn-picture.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';

const ALBUMS = [
  ['Rain and puddles', 3, 'CLASS', 'PUBLISHED', 10],
  ['Colour day', 6, 'CENTRE', 'PUBLISHED', 12],
  ['Clay morning', 1, 'CLASS', 'DRAFT', 8],
  ['Garden week', 12, 'PUBLIC', 'PUBLISHED', 10],
  ['Puppet theatre', 16, 'CLASS', 'PUBLISHED', 9],
  ['Sports morning', 24, 'CENTRE', 'WITHDRAWN', 6],
] as const;

const SIZES = { large: [1200, 900], small: [400, 300] } as const;

/** `filesDir`: where the pictures' bytes go; without it there are rows alone (tests). */
export async function writeGalleries(client: Client, today: Day, filesDir: string | null): Promise<void> {
  const store = filesDir === null ? null : await openFileStore(filesDir);
  const drawings = store
    ? Array.from({ length: 10 }, (_, n) => ({
        large: drawnPicture(n, ...SIZES.large),
        small: drawnPicture(n, ...SIZES.small),
      }))
    : [];
  await answerForPictures(client);
  for (const franchiseeId of [ANDHERI, BANER])
    for (const [no, album] of ALBUMS.entries())
      await writeAlbum(client, { franchiseeId, album, no, today, store, drawings });
  await nameChildren(client);
  await client.query(
    `insert into gallery_enrolment (franchisee_id, gallery_id, enrolment_id, seen_at)
     select g.franchisee_id, g.id, e.id, case when get_byte(decode(md5(e.id::text || g.id), 'hex'), 0) < 150 then g.published_at + interval '5 hours' end
       from gallery g join enrolment e on e.franchisee_id = g.franchisee_id and e.status = 'ACTIVE'
        and (g.audience <> 'CLASS' or e.section_id = any (g.section_ids)) where g.status <> 'DRAFT'`,
  );
  await writePosts(client, today);
}

interface NewAlbum {
  franchiseeId: number;
  album: (typeof ALBUMS)[number];
  no: number;
  today: Day;
  store: FileStore | null;
  drawings: readonly { large: Buffer; small: Buffer }[];
}

async function writeAlbum(
  client: Client,
  { franchiseeId, album, no, today, store, drawings }: NewAlbum,
): Promise<void> {
  const [title, ago, audience, status, photos] = album;
  const id = demoUuid('gallery', franchiseeId, title);
  const { from } = academicYearDays(academicYearOf(today));
  const wanted = addDays(today, -ago);
  const onDate = wanted < from ? from : wanted;
  // Own sections of the year, in turn; the one of the demo's parent is the first.
  const { rows } = await client.query<{ id: string; user_id: string | null }>(
    `select s.id, p.user_id from section s
       left join section_teacher c on c.franchisee_id = s.franchisee_id and c.section_id = s.id and c.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = c.franchisee_id and p.id = c.staff_id
      where s.franchisee_id = $1 and s.academic_year_id = $2 and s.active
      order by exists (select from enrolment e join student_guardian b on b.franchisee_id = e.franchisee_id and b.student_id = e.student_id
          join guardian g on g.franchisee_id = b.franchisee_id and g.id = b.guardian_id and g.user_id is not null
         where e.franchisee_id = s.franchisee_id and e.section_id = s.id) desc, s.id offset $3 limit 1`,
    [franchiseeId, academicYearOf(today), no % 3],
  );
  const section = rows[0];
  if (!section) return;
  await client.query(
    `insert into gallery (franchisee_id, id, academic_year_id, title, on_date, audience, section_ids, status, published_at, published_by,
            withdraw_reason, created_by)
     values ($1, $2, $3, $4, $5, $6, array[$7::uuid], $8, case when $8 <> 'DRAFT' then ($5::date + time '13:10') at time zone 'Asia/Kolkata' end,
            case when $8 <> 'DRAFT' then $9::uuid end, case when $8 = 'WITHDRAWN' then 'Shown under the wrong day' end, $9)`,
    [franchiseeId, id, academicYearOf(today), title, onDate, audience, section.id, status, section.user_id],
  );
  for (let n = 0; n < photos; n += 1) {
    const drawing = drawings[(no * 3 + n) % Math.max(1, drawings.length)];
    const fileIds = [];
    for (const size of ['large', 'small'] as const) {
      const fileId = demoUuid('photo-file', franchiseeId, title, n, size);
      const content = drawing?.[size];
      await client.query(
        `insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
         values ($1, $2::uuid, $3, $4, $5, 'image/png', 'upload', 'CLEAN', $2::text, now(), $6)`,
        [
          franchiseeId,
          fileId,
          `picture-${n + 1}.png`,
          content?.length ?? 1000,
          createHash('sha256').update(fileId).digest(),
          section.user_id,
        ],
      );
      await client.query(
        `insert into file_use (franchisee_id, file_id, area, subject_kind, subject_id) values ($1, $2, 'communication', 'PHOTO', $3)`,
        [franchiseeId, fileId, demoUuid('photo', franchiseeId, title, n)],
      );
      if (store && content) await store.write(fileId, content);
      fileIds.push(fileId);
    }
    const [width, height] = SIZES.large;
    await client.query(
      `insert into gallery_photo (franchisee_id, id, gallery_id, position, large_id, small_id, width, height, sha256, caption, children_count, status, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'NEEDS_NAMES', $12)`,
      [
        franchiseeId,
        demoUuid('photo', franchiseeId, title, n),
        id,
        n + 1,
        fileIds[0],
        fileIds[1],
        width,
        height,
        createHash('sha256').update(`${id} ${n}`).digest(),
        n === 0 ? title : null,
        // One waits for its names, one says fewer names than children; every third shows nobody.
        n === photos - 1 ? null : n % 3 === 2 ? 0 : n === photos - 2 ? 4 : (n % 2) + 1,
        section.user_id,
      ],
    );
  }
}

/** Names from the album's section, and what each picture is by the consents as they stand: as the product judges it. */
async function nameChildren(client: Client): Promise<void> {
  await client.query(
    `insert into photo_child (franchisee_id, photo_id, enrolment_id)
     select p.franchisee_id, p.id, e.id from gallery_photo p join gallery g on g.franchisee_id = p.franchisee_id and g.id = p.gallery_id
      cross join lateral (select e.id from enrolment e where e.franchisee_id = p.franchisee_id and e.section_id = any (g.section_ids) and e.status = 'ACTIVE'
        order by md5(e.id::text || p.id::text) limit least(p.children_count, 3)) e
      where p.children_count > 0`,
  );
  await client.query(
    `update gallery_photo p set status = case
        when p.children_count is null or p.children_count <> (select count(*) from photo_child c where c.franchisee_id = p.franchisee_id and c.photo_id = p.id)
          then 'NEEDS_NAMES'
        when exists (select from photo_child c join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
           where c.franchisee_id = p.franchisee_id and c.photo_id = p.id and not exists (select from consent_now n
             where n.franchisee_id = c.franchisee_id and n.subject_kind = 'STUDENT' and n.subject_id = e.student_id and n.allowed
               and n.purpose = case when g.audience = 'PUBLIC' then 'PHOTO_PUBLIC' else 'PHOTO_IN_APP' end
               and (g.audience = 'PUBLIC' or g.audience = any (n.covers)))) then 'BLOCKED'
        else 'READY' end
      from gallery g where g.franchisee_id = p.franchisee_id and g.id = p.gallery_id`,
  );
}

/** Four of five families allow pictures for the class and the centre, half of them outside too; on paper, at admission. */
async function answerForPictures(client: Client): Promise<void> {
  const answered = `from student s cross join (values ('PHOTO_IN_APP', 205), ('PHOTO_PUBLIC', 130)) p(purpose, most)
    join consent_text t on t.purpose = p.purpose and t.version = 1 and t.language = 'en'
    cross join lateral (select get_byte(decode(md5(s.id::text || 'pictures'), 'hex'), 0) < p.most as yes) a
   where s.franchisee_id = any ($1) and not exists (select from consent_now n where n.franchisee_id = s.franchisee_id
     and n.subject_kind = 'STUDENT' and n.subject_id = s.id and n.purpose = p.purpose)`;
  await client.query(
    `insert into consent_answer (franchisee_id, subject_kind, subject_id, purpose, answer, text_version, language, method, at)
     select s.franchisee_id, 'STUDENT', s.id, p.purpose, case when a.yes then 'YES' else 'NO' end, 1, 'en', 'PAPER', s.created_at ${answered}`,
    [[ANDHERI, BANER]],
  );
  const nobody = `array['00000000-0000-0000-0000-000000000000'::uuid]`;
  await client.query(
    `insert into consent_now (franchisee_id, subject_kind, subject_id, purpose, allowed, yes_by, no_by, text_version, covers)
     select s.franchisee_id, 'STUDENT', s.id, p.purpose, a.yes, case when a.yes then ${nobody} else '{}' end,
            case when a.yes then '{}' else ${nobody} end, 1, t.covers ${answered}`,
    [[ANDHERI, BANER]],
  );
}

const CAPTIONS = [
  ['A week in the garden: coriander, beans and a lot of water. #preschool #garden', 'DRAFT', 4],
  ['What grows in four weeks? Come and look. #preschool', 'WAITING_APPROVAL', 6],
  ['Small gardeners, big watering cans.', 'SCHEDULED', 2],
  ['Our garden in spring colours.', 'PUBLISHED', -9],
] as const;

/** Posts of the public albums' ready pictures on which nobody is recognisable: written by marketing, approved by head office. */
async function writePosts(client: Client, today: Day): Promise<void> {
  for (const franchiseeId of [ANDHERI, BANER])
    for (const [n, [caption, status, ahead]] of CAPTIONS.entries()) {
      const id = demoUuid('instagram-post', franchiseeId, n);
      await client.query(
        `insert into instagram_post (franchisee_id, id, caption, scheduled_at, status, submitted_by, approved_by, permalink, published_at, published_by, created_by)
         select $1::int, $2::uuid, $3::text, ($4::date + time '18:00') at time zone 'Asia/Kolkata', $5::text,
                case when $5 <> 'DRAFT' then m.id end, case when $5 in ('SCHEDULED', 'PUBLISHED') then s.id end,
                case when $5 = 'PUBLISHED' then 'https://www.instagram.com/p/aangan' || $1::text || '/' end,
                case when $5 = 'PUBLISHED' then ($4::date + time '18:04') at time zone 'Asia/Kolkata' end,
                case when $5 = 'PUBLISHED' then m.id end, m.id
           from (select u.id from app_user u join user_role r on r.user_id = u.id and r.role_id = 16 order by u.id limit 1) m,
                (select u.id from app_user u join user_role r on r.user_id = u.id and r.role_id = 1 order by u.id limit 1) s`,
        [franchiseeId, id, caption, addDays(today, ahead), status],
      );
      await client.query(
        `insert into instagram_item (franchisee_id, post_id, photo_id, position, alt)
         select p.franchisee_id, o.id, p.id, row_number() over (order by p.position), 'A drawn garden'
           from instagram_post o join gallery g on g.franchisee_id = o.franchisee_id and g.audience = 'PUBLIC' and g.status = 'PUBLISHED'
           join gallery_photo p on p.franchisee_id = g.franchisee_id and p.gallery_id = g.id and p.status = 'READY' and p.children_count = 0
          where o.franchisee_id = $1 and o.id = $2 order by p.position limit 3`,
        [franchiseeId, id],
      );
    }
}

/** Bytes for the rows that were planted without them: one small picture for all. For a server that is looked at in tests. */
export async function writePictureBytes(client: Client, filesDir: string): Promise<void> {
  const store = await openFileStore(filesDir);
  const picture = drawnPicture(1, ...SIZES.small);
  const { rows } = await client.query<{ key: string }>(
    `update file set bytes = $1 where kind = 'upload' and name ~ '^picture-[0-9]+[.]png$' returning storage_key as key`,
    [picture.length],
  );
  for (const { key } of rows) await store.write(key, picture);
}
