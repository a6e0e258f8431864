import { announcementContract } from '@aangan/areas/communication/announcement/announcement.contract.ts';
import { demoUuid } from '../../db/demo/random.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const ANNOUNCEMENTS = 40;
const READERS = 2_000;
const READER = demoUuid('user', 'superadmin');

// Forty announcements that stand, each to two thousand people, the reader of the measurement among them.
const PREPARE = `
  insert into announcement (franchisee_id, id, title, body, people, target, publish_at, expires_at, ack_required, status)
    select 2, ('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid, 'Bench ' || n, repeat('We tell you something. ', 20), 'ALL', 'Everybody',
      date_trunc('day', now()) - n * interval '7 hours', date_trunc('day', now()) + interval '300 days', n % 3 = 0, 'PUBLISHED' from generate_series(1, ${ANNOUNCEMENTS}) n on conflict do nothing;
  insert into announcement_recipient (franchisee_id, announcement_id, person_kind, person_id, user_id, seen_version, seen_at)
    select 2, ('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid, 'STAFF', case when p = 0 then '${READER}'::uuid else ('00000000-0000-4000-8003-' || lpad(p::text, 12, '0'))::uuid end,
      case when p = 0 then '${READER}'::uuid end, case when n % 2 = 0 then 1 end, case when n % 2 = 0 then now() end
      from generate_series(1, ${ANNOUNCEMENTS}) n, generate_series(0, ${READERS}) p on conflict do nothing;
  analyze announcement, announcement_recipient;`;

const WALL = `
  select x.*, count(*) over ()::int as n from (
    select a.id, a.title, a.title_hi as "titleHi", a.body, a.body_hi as "bodyHi", case when a.franchisee_id = 1 then 'Head office' else f.company_name end as "from", a.publish_at as "publishedAt",
      a.expires_at as "expiresAt", coalesce(a.pinned_until >= (now() at time zone 'Asia/Kolkata')::date, false) as pinned, not coalesce(bool_or(r.seen_version = a.version_no), false) as unread,
      a.ack_required as "ackRequired", a.ack_by as "ackBy", max(r.ack_at) filter (where r.ack_version = a.version_no) as "acknowledgedAt", coalesce(bool_and(r.ack_version < a.version_no), false) as "askedAgain",
      a.publish_at + case when a.pinned_until >= (now() at time zone 'Asia/Kolkata')::date then interval '100 years' else interval '0' end as place
      from announcement_recipient r join announcement a on a.id = r.announcement_id join franchisee f on f.id = a.franchisee_id
     where r.user_id = $1 and a.status = 'PUBLISHED' and a.publish_at <= now() and a.expires_at > now() group by a.franchisee_id, a.id, f.company_name) x
   order by x.place desc, x.id desc limit $2`;

export const announcementWall: Scenario = {
  name: 'announcements',
  title: 'Announcement wall of one reader',
  prepare: PREPARE,
  request: () => readRequest(announcementContract.feed, { limit: 50 }),
  floor: async ({ pool, query }) => {
    const { rows } = await pool.query({
      name: 'announcements',
      text: WALL,
      values: [READER, Number(query['limit']) + 1],
    });
    return {
      rows: rows.map(({ n: _n, place: _place, ...row }) => ({
        ...row,
        can: { acknowledge: row.ackRequired && row.acknowledgedAt === null },
        files: [],
      })),
      next: null,
      total: { n: rows[0]?.n ?? 0, more: false },
    };
  },
};
