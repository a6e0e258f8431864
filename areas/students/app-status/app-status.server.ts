import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { appCoverage, appStatuses } from './app-status.listing.ts';
import { DORMANT_DAYS } from './app-status.states.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const seenDay = sql`(l.last_seen_at at time zone 'Asia/Kolkata')::date`;
const restricted = sql`(sg.restricted or sg.portal = 'NONE' or g.deceased or (sg.valid_to is not null and sg.valid_to < ${today}))`;
const state = sql`(case when ${restricted} then 'RESTRICTED' when u.id is null and g.mobile is null and g.email is null then 'NO_MOBILE' when u.id is null then 'NOT_INVITED'
  when l.last_seen_at is null then 'INVITED' when ${today} - ${seenDay} <= ${sql.lit(DORMANT_DAYS)} then 'ACTIVE' else 'DORMANT' end)`;

// Of both ids, in the form of a uuid of version 4.
const rowId = sql`overlay(overlay(md5(e.student_id::text || g.id::text) placing '4' from 13) placing '8' from 17)::uuid`;

// One row for a child and a guardian, who may have several children here. Sessions are closed to a centre: the function tells the last moment of its own parents.
const guardians = sql`student_guardian sg join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
  left join app_user u on u.id = g.user_id left join parent_last_seen() l on l.user_id = g.user_id`;

export const statuses = serveListing(appStatuses, {
  from: sql`(select e.franchisee_id, e.student_id, e.class_id, e.section_id, e.academic_year_id, s.name as child, sg.relation, ${rowId} as id, g.version, g.name as guardian, g.mobile, g.user_id, u.invited_at, l.last_seen_at, ${state} as status,
        bool_or(${state} = 'ACTIVE') over (partition by e.franchisee_id, e.student_id) as covered
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join ${guardians}
        on sg.franchisee_id = e.franchisee_id and sg.student_id = e.student_id
     where e.status in ('ACTIVE', 'ON_HOLD')) x
    join class c on c.id = x.class_id join franchisee f on f.id = x.franchisee_id`,
  alias: 'x',
  columns: {
    child: 'x.child',
    className: 'c.name',
    centre: 'f.company_name',
    guardian: 'x.guardian',
    relation: sql`initcap(x.relation)`,
    // Enough to know which of several numbers it is.
    mobile: sql`case when x.mobile is not null then repeat('•', 6) || right(x.mobile, 4) end`,
    covered: 'x.covered',
    invitedAt: 'x.invited_at',
    lastSeen: sql`date_trunc('milliseconds', x.last_seen_at)`,
    status: 'x.status',
    studentId: 'x.student_id',
    classId: 'x.class_id',
    sectionId: 'x.section_id',
  },
  can: () => ({}),
}).handlers;

export const coverage = serveReport(appCoverage, {
  rows: async ({ db, actor }) => {
    const { rows } = await sql<{ classId: number; className: string; children: number; covered: number }>`
      select e.class_id as "classId", c.name as "className", count(*)::int as children, (count(*) filter (where k.covered))::int as covered
        from enrolment e join class c on c.id = e.class_id
        cross join lateral (select coalesce(bool_or(${state} = 'ACTIVE'), false) as covered from ${guardians}
          where sg.franchisee_id = e.franchisee_id and sg.student_id = e.student_id) k
       where e.status in ('ACTIVE', 'ON_HOLD') and e.academic_year_id = ${actor.academicYearId ?? 0} and ${inChosenCentre(actor, 'e.franchisee_id')}
       group by e.class_id, c.name, c.position order by c.position, c.name`.execute(db);
    return rows.map(({ classId, ...row }) => ({
      ...row,
      id: String(classId),
      uncovered: row.children - row.covered,
      link: {
        path: '/ie-app-status/parentsStatusReport?view=guardians',
        filters: { classId, covered: false },
      },
    }));
  },
});
