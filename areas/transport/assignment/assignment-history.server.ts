import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { sql } from 'kysely';
import { transportModules as m } from '../modules.ts';
import { assignmentLabels } from './route-assignment.states.ts';

/** To be called once at start. */
export const registerAssignmentHistory = (): void =>
  registerHistory('route-assignment', {
    module: m.AssignStudentsToVehicleRoute,
    tables: [{ table: 'route_assignment', title: 'Seat', by: null }],
    labels: async (db, valuesOf) => {
      const { rows } = await sql<{ key: string; label: string }>`
        select 'route_id ' || id as key, code as label from bus_route where id = any (${[...valuesOf('route_id')]}::uuid[])
        union all select 'stop_id ' || id, name from bus_stop where id = any (${[...valuesOf('stop_id')]}::uuid[])`.execute(
        db,
      );
      return new Map(rows.map(({ key, label }) => [key, label]));
    },
    columns: {
      franchisee_id: null,
      academic_year_id: null,
      enrolment_id: null,
      student_id: null,
      service_assignment_id: null,
      days_mask: null,
      route_id: 'Route',
      stop_id: 'Stop',
      from_on: 'From',
      to_on: 'To',
      end_reason: 'Reason',
    },
    states: assignmentLabels,
    ensureVisible: visibleRow('route_assignment'),
  });
