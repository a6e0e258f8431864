// An announcement has two faces: what is addressed to oneself (row security by recipient rows), and what one's centre wrote.
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, allows, mayCall, reaches } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { placeOf, reachOf } from '../audience/audience.server.ts';
import { communicationModules } from '../modules.ts';
import { isLeft } from './announce.server.ts';
import { announcementContract as contract, type ManagedAnnouncement } from './announcement.contract.ts';
import { stepsOf } from './announcement.listing.server.ts';
import {
  type AnnouncementRow,
  audienceOf,
  filesFor,
  filesOf,
  shownStatus,
} from './announcement-rules.server.ts';

interface OwnRow {
  id: string;
  title: string;
  titleHi: string | null;
  body: string;
  bodyHi: string | null;
  from: string;
  publishedAt: string;
  expiresAt: string;
  pinned: boolean;
  unread: boolean;
  ackRequired: boolean;
  ackBy: string | null;
  acknowledgedAt: string | null;
  askedAgain: boolean;
  place: string;
}

/** What is addressed to this person and published, one row each; a person told at two centres reads it once. */
export const ownRows = (userId: string, now: Date): RawBuilder<OwnRow> => sql<OwnRow>`
  select a.id, a.title, a.title_hi as "titleHi", a.body, a.body_hi as "bodyHi", a.publish_at as "publishedAt", a.expires_at as "expiresAt",
         case when a.franchisee_id = ${HEAD_OFFICE} then 'Head office' else (select f.company_name from franchisee f where f.id = a.franchisee_id) end as "from",
         coalesce(a.pinned_until >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date, false) as pinned,
         not coalesce(bool_or(r.seen_version = a.version_no), false) as unread, a.ack_required as "ackRequired", a.ack_by as "ackBy",
         max(r.ack_at) filter (where r.ack_version = a.version_no) as "acknowledgedAt",
         coalesce(bool_and(r.ack_version < a.version_no), false) as "askedAgain",
         case when a.pinned_until >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date then a.publish_at + interval '100 years' else a.publish_at end as place
    from announcement_recipient r join announcement a on a.id = r.announcement_id
   where r.user_id = ${userId} and a.status = 'PUBLISHED' and a.publish_at <= ${now}
   group by a.franchisee_id, a.id`;

const withSteps = (row: Omit<OwnRow, 'place'>, actor: Actor) => ({
  ...row,
  can: {
    acknowledge: row.ackRequired && row.acknowledgedAt === null && mayCall(actor, contract.acknowledge),
  },
});

/** The conditions of the feed's filters; the home card counts with them. */
export const ownFilters = (
  filters: { unread: boolean; toAcknowledge: boolean; ended: boolean },
  now: Date,
) => sql<boolean>`x."expiresAt" ${filters.ended ? sql`<=` : sql`>`} ${now}
  and ${filters.unread ? sql`x.unread` : sql`true`}
  and ${filters.toAcknowledge ? sql`x."ackRequired" and x."acknowledgedAt" is null` : sql`true`}`;

export const announcementFeed = handle(contract.feed, ({ db, actor, input, now }) =>
  withWholeReach(db, actor, async () => {
    const own = db
      .selectFrom(sql<OwnRow>`(${ownRows(userIdOf(actor), now)})`.as('x'))
      .where(ownFilters(input, now))
      .selectAll();
    const cursor = input.after ? readCursor(input.after, 'place') : null;
    const found = await (cursor
      ? own.where(sql<boolean>`(x.place, x.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`)
      : own
    )
      .select(sql<string>`x.place::text`.as('$sort'))
      .orderBy(sql`x.place desc, x.id desc`)
      .limit(pageLimit(input.limit))
      .execute();
    // A wall that fits on one page has counted itself.
    const counted = async () =>
      found.length <= input.limit
        ? found.length
        : (await sql<{ n: number }>`select count(*)::int as n from (${own}) counted`.execute(db)).rows[0]?.n;
    const total = cursor?.total ?? { n: (await counted()) ?? 0, more: false };
    const page = cutPage(found, input, { sort: 'place', total, at: (last) => last.$sort });
    const files = await filesOf(
      db,
      page.rows.map(({ id }) => id),
    );
    return {
      ...page,
      rows: page.rows.map((row) => ({ ...withSteps(row, actor), files: filesFor(files, row.id) })),
    };
  }),
);

export const viewAnnouncement = handle(contract.view, async ({ db, actor, input, now }) => {
  const addressed = await withWholeReach(db, actor, async () => {
    const { rows } =
      await sql<OwnRow>`select * from (${ownRows(userIdOf(actor), now)}) x where x.id = ${input.id}`.execute(
        db,
      );
    const [row] = rows;
    return row ? { ...withSteps(row, actor), files: filesFor(await filesOf(db, [row.id]), row.id) } : null;
  });
  const managed = await managedOf(db, actor, input.id, now);
  ensureFound(addressed ?? managed);
  return { addressed, managed };
});

/** For those who hold the list, of a centre of theirs; head office's stays head office's. */
async function managedOf(db: Db, actor: Actor, id: string, now: Date): Promise<ManagedAnnouncement | null> {
  if (!allows(actor, communicationModules.announcementList, 'GET')) return null;
  const { rows } = await sql<AnnouncementRow & { by: string | null; approver: string | null; from: string }>`
    select a.*, ${personName('u')} as by, ${personName('p')} as approver,
           case when a.franchisee_id = ${HEAD_OFFICE} then 'Head office' else f.company_name end as "from" from announcement a join franchisee f on f.id = a.franchisee_id
      left join app_user u on u.id = a.created_by left join app_user p on p.id = a.approved_by where a.id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (!row || !reaches(actor, row.franchisee_id)) return null;
  if (actor.franchiseeId !== null && actor.franchiseeId !== row.franchisee_id) return null;
  const { rows: counts } = await sql<{ recipients: number; seen: number; acknowledged: number }>`
    select count(*)::int as recipients, count(*) filter (where seen_version = ${row.version_no})::int as seen,
           count(*) filter (where ack_version = ${row.version_no})::int as acknowledged
      from announcement_recipient where announcement_id = ${id}`.execute(db);
  const counted = counts[0] ?? { recipients: 0, seen: 0, acknowledged: 0 };
  const status = shownStatus(row, now);
  const before = status === 'DRAFT' || status === 'WAITING' || status === 'SCHEDULED';
  const audience = audienceOf(row);
  return {
    id: row.id,
    version: row.version,
    versionNo: row.version_no,
    title: row.title,
    titleHi: row.title_hi,
    body: row.body,
    bodyHi: row.body_hi,
    from: row.from,
    audience,
    target: row.target,
    extraChannels: row.extra_channels as ManagedAnnouncement['extraChannels'],
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
    pinnedUntil: row.pinned_until,
    ackRequired: row.ack_required,
    ackBy: row.ack_by,
    status,
    by: row.by,
    approvedBy: row.approver,
    withdrawReason: row.withdraw_reason,
    remindedAt: row.reminded_at,
    files: filesFor(await filesOf(db, [row.id]), row.id),
    ...counted,
    ...(before ? { recipients: (await reachOf(db, audience, placeOf(row.franchisee_id))).people } : {}),
    can: stepsOf(
      { status, ackRequired: row.ack_required, submittedBy: row.submitted_by, createdBy: row.created_by },
      actor,
    ),
  };
}

interface ReaderRow {
  kind: 'GUARDIAN' | 'STAFF';
  id: string;
  name: string;
  children: string;
  className: string;
  signsIn: boolean;
  number: string | null;
  seenAt: string | null;
  acknowledgedAt: string | null;
  reminded: number;
}

export const announcementReaders = handle(contract.readers, async ({ db, actor, input, now }) => {
  const managed = ensureFound(await managedOf(db, actor, input.id, now));
  const left = isLeft({ version_no: managed.versionNo, ack_required: managed.ackRequired }, 'r');
  const cursor = input.after ? readCursor(input.after, 'name') : null;
  const people = sql`
    select r.person_kind as kind, r.person_id as id, coalesce(g.name, ${personName('u')}, '–') as name, c.children, c."className",
           r.user_id is not null as "signsIn", coalesce(g.mobile, u.mobile_norm) as number,
           case when r.seen_version = ${managed.versionNo} then r.seen_at end as "seenAt",
           case when r.ack_version = ${managed.versionNo} then r.ack_at end as "acknowledgedAt", r.reminded::int as reminded
      from announcement_recipient r
      left join guardian g on r.person_kind = 'GUARDIAN' and g.franchisee_id = r.franchisee_id and g.id = r.person_id
      left join app_user u on r.person_kind = 'STAFF' and u.id = r.person_id
      left join lateral (select string_agg(s.name, ', ' order by s.name) as children, string_agg(distinct k.name, ', ') as "className" from student s
        left join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id left join class k on k.id = e.class_id
        where s.franchisee_id = r.franchisee_id and s.id = any (r.student_ids)) c on true
     where r.announcement_id = ${input.id} and ${input.left ? left : sql`not (${left})`}`;
  const found = sql`from (${people}) x where ${input.q ? sql`(x.name ilike ${contains(input.q)} or x.children ilike ${contains(input.q)})` : sql`true`}`;
  const { rows } = await sql<ReaderRow>`
    select x.kind, x.id, x.name, coalesce(x.children, '') as children, coalesce(x."className", '') as "className", x."signsIn", x.number, x."seenAt", x."acknowledgedAt", x.reminded
      ${found} and ${cursor ? sql`(x.name, x.id) > (${cursor.value}, ${cursor.id}::uuid)` : sql`true`}
     order by x.name, x.id limit ${pageLimit(input.limit)}`.execute(db);
  const total = cursor?.total ?? (await cappedCount(db, sql`select ${found}`));
  const page = cutPage(rows, input, { sort: 'name', total, at: (last) => last.name });
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, number: row.number && maskPhone(row.number) })),
  };
});
