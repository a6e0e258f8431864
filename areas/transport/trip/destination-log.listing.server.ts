import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { sql } from 'kysely';
import { destinationLogs } from './destination-log.listing.ts';

const refused = sql`(select count(*) from scan_log x where x.franchisee_id = c.franchisee_id and x.trip_id = c.trip_id and x.subject_id = c.student_id
  and x.reason = 'NOT_A_RECEIVER')`;

/** Trips that have started; before that nothing has happened to anybody. */
export const { handlers } = serveListing(destinationLogs, {
  from: sql`trip_child c join trip t on t.franchisee_id = c.franchisee_id and t.id = c.trip_id and t.started_at is not null
    join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id
    join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id`,
  alias: 'c',
  joins: sql`join bus_stop b on b.franchisee_id = c.franchisee_id and b.id = c.stop_id
    left join student_guardian g on g.franchisee_id = c.franchisee_id and g.student_id = c.student_id and g.guardian_id = c.receiver_id
    left join pickup_person p on p.franchisee_id = c.franchisee_id and p.id = c.receiver_id`,
  columns: {
    child: 's.name',
    admissionNo: 's.admission_no',
    onDay: 't.service_date',
    route: 'r.code',
    direction: 't.direction',
    boardedAt: 'c.on_at',
    offAt: 'c.off_at',
    place: sql`coalesce(c.place, case when c.state = 'ALIGHTED' then 'Centre' else b.name end)`,
    receivedBy: 'c.received_by',
    state: 'c.state',
    deniedTries: sql`${refused}::int`,
    returned: sql`(case when c.returned then 'YES' else 'NO' end)`,
    tripId: 'c.trip_id',
    routeId: 't.route_id',
    denied: sql`(case when ${refused} > 0 then 'YES' else 'NO' end)`,
    relation: sql`initcap(coalesce(g.relation, p.relation))`,
  },
  can: () => ({}),
});
