import { todayIst } from '@aangan/contract/period.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { mySections } from '../structure/sections.server.ts';
import { homeworkContract } from './homework.contract.ts';
import { homeworks } from './homework.listing.ts';
import { CLOSES_AFTER_DAYS } from './homework.states.ts';

const lastWith = (
  status: 'SUBMITTED' | null,
) => sql`(select count(distinct b.enrolment_id)::int from homework_submission b
  where b.franchisee_id = h.franchisee_id and b.homework_id = h.id and b.status <> 'EXEMPT'
    and ${status === null ? sql`true` : sql`b.status = ${sql.lit(status)}`})`;

export const { handlers } = serveListing(homeworks, {
  from: sql`homework h join section n on n.franchisee_id = h.franchisee_id and n.id = h.section_id join class k on k.id = n.class_id`,
  alias: 'h',
  joins: sql`left join subject u on u.id = h.subject_id`,
  columns: {
    title: 'h.title',
    section: sql`(k.name || ' ' || n.name)`,
    subject: 'u.name',
    assignedOn: 'h.assigned_on',
    dueOn: 'h.due_on',
    handedIn: lastWith(null),
    children: sql`(case when h.all_children
      then (select count(*) from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
        where l.franchisee_id = h.franchisee_id and l.section_id = h.section_id and l.from_on <= h.assigned_on
          and coalesce(l.before_on, 'infinity') > h.assigned_on and e.status <> 'CANCELLED')
      else (select count(*) from homework_target t where t.franchisee_id = h.franchisee_id and t.homework_id = h.id) end)::int`,
    toReview: lastWith('SUBMITTED'),
    status: sql`(case when h.status = 'PUBLISHED' and h.due_on + ${sql.lit(CLOSES_AFTER_DAYS)} < (now() at time zone 'Asia/Kolkata')::date
      then 'CLOSED' else h.status end)`,
    classId: 'n.class_id',
    subjectId: 'h.subject_id',
    sectionId: 'h.section_id',
    submission: 'h.submission',
    mine: sql`false`,
  },
  map: async (rows, { db, actor }) => {
    const mine = new Set((await mySections(db, actor, todayIst(new Date()))).map(({ id }) => id));
    return rows.map((row) => ({ ...row, mine: mine.has(row.sectionId) }));
  },
  can: (row, actor) => {
    const writes = row.mine && mayCall(actor, homeworkContract.save);
    return {
      edit: writes && row.status === 'DRAFT',
      publish: writes && row.status === 'DRAFT',
      withdraw: writes && row.status !== 'WITHDRAWN',
      remind: writes && row.status === 'PUBLISHED' && row.submission !== 'NONE',
    };
  },
});
