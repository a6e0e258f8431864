// The children behind each number of the report: the same conditions count and list them.
import { addDays, type Day, dayNumber, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, personName, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { centresOfZone } from '../../network/public.server.ts';
import { childLabel } from '../enquiry/child-label.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { b2sContract } from './b2s.contract.ts';
import { achievedOutcomes } from './b2s-outcome.ts';
import type { memberFilters, memberRow } from './b2s-shape.ts';

type Filters = { [K in keyof typeof memberFilters]?: z.output<(typeof memberFilters)[K]> };
type MemberRow = z.output<typeof memberRow>;

/** The last day of a day's week (Sunday; 1970-01-01 was a Thursday). */
const weekEnd = (day: Day): Day => addDays(day, 6 - ((dayNumber(day) + 3) % 7));

/** Season and centres, over `m`: for members and for targets. */
export async function placeWhere(
  db: Db,
  actor: Pick<Actor, 'franchiseeId'>,
  { seasonId, centre, zoneId }: Pick<Filters, 'centre' | 'zoneId'> & { seasonId: string },
): Promise<RawBuilder<unknown>[]> {
  return [
    sql`m.season_id = ${seasonId}`,
    inChosenCentre(actor, 'm.franchisee_id'),
    ...(centre?.length ? [several('m.franchisee_id', centre, 'int')] : []),
    ...(zoneId === undefined ? [] : [several('m.franchisee_id', await centresOfZone(db, zoneId), 'int')]),
  ];
}

/** Conditions over `m` (b2s_member); those over the enquiry ask its row. */
export async function memberWhere(
  db: Db,
  actor: Pick<Actor, 'franchiseeId'>,
  filters: Filters & { seasonId: string },
  today: Day,
): Promise<RawBuilder<unknown>[]> {
  const out = await placeWhere(db, actor, filters);
  if (filters.kind?.length) out.push(several('m.kind', filters.kind, 'text'));
  if (filters.outcome?.length) out.push(several('m.outcome', filters.outcome, 'text'));
  if (filters.classId?.length) out.push(several('m.class_id', filters.classId, 'int'));
  if (filters.lostReason?.length)
    out.push(
      sql`m.outcome = 'LOST' and exists (select from enquiry e where e.franchisee_id = m.franchisee_id and e.id = m.enquiry_id and e.lost_reason_id = any (${filters.lostReason}::uuid[]))`,
    );
  if (filters.dueThisWeek)
    out.push(sql`not (m.outcome = any (${[...achievedOutcomes, 'LOST']}::text[])) and exists (select from enquiry e
      where e.franchisee_id = m.franchisee_id and e.id = m.enquiry_id and e.is_open and e.next_follow_up_on <= ${weekEnd(today)}::date)`);
  return out;
}

type Found = Omit<MemberRow, 'childName'> & { child: string | null; guardian: string | null; sort: string };

/** One page, latest outcome first: ids from the index, then the rows beside them. */
export async function memberPage(
  db: Db,
  where: readonly RawBuilder<unknown>[],
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const cursor = after ? readCursor(after, 'outcomeOn') : null;
  const range = cursor ? [sql`(m.outcome_on, m.id) < (${cursor.value}::date, ${cursor.id}::uuid)`] : [];
  const { rows } = await sql<Found>`
    with p as materialized (select m.franchisee_id, m.id, m.outcome_on from b2s_member m where ${allOf([...where, ...range])}
      order by m.outcome_on desc, m.id desc limit ${pageLimit(limit)})
    select m.id, m.franchisee_id as "franchiseeId", coalesce(nullif(trim(concat(e.child_first_name, ' ', e.child_last_name)), ''), s.name) as child, e.guardian_name as guardian,
      m.kind, c.short_name as "className", m.outcome, m.outcome_on as "outcomeOn", ${personName('u')} as "ownerName", e.next_follow_up_on as "nextFollowUpOn",
      e.enquiry_code as "enquiryCode", case when m.outcome = 'LOST' then r.name end as "lostReason", p.outcome_on::text as sort
      from p cross join lateral (select * from b2s_member m where m.franchisee_id = p.franchisee_id and m.id = p.id limit 1) m
      left join enquiry e on e.franchisee_id = m.franchisee_id and e.id = m.enquiry_id
      left join enrolment n on n.franchisee_id = m.franchisee_id and n.id = m.enrolment_id
      left join student s on s.franchisee_id = n.franchisee_id and s.id = n.student_id
      left join class c on c.id = m.class_id left join app_user u on u.id = m.owner_id left join lost_reason r on r.id = e.lost_reason_id
     order by p.outcome_on desc, p.id desc`.execute(db);
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from b2s_member m where ${allOf([...where])}`));
  const page = cutPage(rows, { after, limit }, { sort: 'outcomeOn', total, at: (last) => last.sort });
  return {
    ...page,
    rows: page.rows.map(({ child, guardian, ...row }) => ({
      ...row,
      childName: child ?? (guardian ? childLabel({}, guardian) : 'Child'),
    })),
  };
}

export const listMembers = handle(b2sContract.members, async ({ db, actor, input, now }) => {
  const { after, limit, ...filters } = input;
  return memberPage(db, await memberWhere(db, actor, filters, todayIst(now)), { after, limit });
});
