// What every reading of trips has in common.
import { sql } from 'kysely';

/** Columns of a trip's head; `from` is `trip t`. */
export const headColumns = sql`t.id, t.version, t.service_date as date, r.code as route, r.name as "routeName", t.direction,
  v.reg_no as "regNo", d.name as driver, x.name as attendant, t.status, t.planned_start as "plannedStart", t.planned_end as "plannedEnd",
  t.started_at as "startedAt", t.arrived_at as "arrivedAt", t.check_due_at as "checkDueAt", t.completed_at as "completedAt"`;
export const headJoins = sql`join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id
  left join vehicle v on v.franchisee_id = t.franchisee_id and v.id = t.vehicle_id
  left join escort_person d on d.franchisee_id = t.franchisee_id and d.id = t.driver_id
  left join escort_person x on x.franchisee_id = t.franchisee_id and x.id = t.attendant_id`;
