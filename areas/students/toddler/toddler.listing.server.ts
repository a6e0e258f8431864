import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { toddlerContract } from './toddler.contract.ts';
import { toddlers } from './toddler.listing.ts';
import { usual } from './toddler.states.ts';
import { usedByItself } from './toddler-facts.server.ts';

// The day in India; a child's age is that of today.
const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const turnsTwo = sql`(s.date_of_birth + make_interval(months => ${usual.ageOutMonths}))::date`;

const toddlerListing = serveListing(toddlers, {
  from: sql`enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join class k on k.id = e.class_id
    join franchisee f on f.id = e.franchisee_id
    left join lateral (select a.*, n.name as batch, a.sessions_before + ${usedByItself} as used from programme_assignment a
        join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id
      where a.franchisee_id = e.franchisee_id and a.enrolment_id = e.id and a.status in ('SCHEDULED', 'RUNNING')
      order by a.status = 'RUNNING' desc, a.from_on limit 1) p on true`,
  alias: 'e',
  only: () => sql`e.programme = 'PARENT_TODDLER' and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')`,
  columns: {
    child: 's.name',
    ageMonths: sql`(extract(year from age(${today}, s.date_of_birth)) * 12 + extract(month from age(${today}, s.date_of_birth)))::int`,
    ageOutOn: turnsTwo,
    class: 'k.name',
    batch: 'p.batch',
    // MON, WED as Mon, Wed.
    days: sql`initcap(array_to_string(p.days, ', '))`,
    slot: sql`to_char(p.slot_from, 'HH12:MI AM')`,
    used: 'p.used',
    total: 'p.sessions_total',
    companion: 'p.companion_name',
    toOn: 'p.to_on',
    centre: 'f.company_name',
    status: sql`(case when p.id is null then 'NO_CLASS' when p.status = 'RUNNING' and p.sessions_total - p.used <= ${usual.endingAt} then 'ENDING' else p.status end)`,
    studentId: 'e.student_id',
    ageOut: sql`${turnsTwo} <= ${today} + ${usual.ageOutDays}::int`,
  },
  can: (row, actor) => {
    const writes = mayCall(actor, toddlerContract.assign);
    return {
      assign: writes && (row.status === 'NO_CLASS' || row.status === 'ENDING'),
      change: writes && row.status !== 'NO_CLASS',
    };
  },
});
export const { handlers } = toddlerListing;
