import { todayIst } from '@aangan/contract/period.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { judgePeople } from './judge-people.server.ts';
import { vehicleStaffContract as contract } from './vehicle-staff.contract.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

const TODAY = sql`(now() at time zone 'Asia/Kolkata')::date`;

export const staffListing = serveListing(vehicleStaff, {
  from: sql`vehicle_staff s join escort_person p on p.franchisee_id = s.franchisee_id and p.id = s.person_id
    join vehicle v on v.franchisee_id = s.franchisee_id and v.id = s.vehicle_id
    join escort_vendor w on w.franchisee_id = p.franchisee_id and w.id = p.vendor_id`,
  alias: 's',
  columns: {
    person: 'p.name',
    role: 's.role',
    vehicle: 'v.reg_no',
    phone: 'p.phone',
    vendor: 'w.name',
    fromOn: 's.from_on',
    toOn: 's.to_on',
    state: sql`case when s.to_on < ${TODAY} then 'ENDED' when s.from_on > ${TODAY} then 'COMING' else 'RUNNING' end`,
    vehicleId: 's.vehicle_id',
    personId: 's.person_id',
    readiness: sql`'READY'::text`,
    reasons: sql`'{}'::text[]`,
  },
  map: async (rows, { db }) => {
    const today = todayIst(new Date());
    const centres = Map.groupBy(rows, ({ franchiseeId }) => franchiseeId);
    const judged = new Map<string, { readiness: string; reasons: string[] }>();
    for (const [franchiseeId, own] of centres)
      for (const [id, one] of await judgePeople(db, {
        franchiseeId,
        today,
        ids: own.map(({ personId }) => personId),
      }))
        judged.set(id, one);
    return rows.map((row) => ({ ...row, ...pick(judged.get(row.personId)) }));
  },
  can: (row, actor) => ({ edit: row.state !== 'ENDED' && mayCall(actor, contract.change) }),
});

const pick = (one: { readiness: string; reasons: string[] } | undefined) => ({
  readiness: one?.readiness ?? 'BLOCKED',
  reasons: one?.reasons ?? [],
});

export const { handlers } = staffListing;
