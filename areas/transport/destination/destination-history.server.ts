import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { sql } from 'kysely';
import { transportModules as m } from '../modules.ts';

/** To be called once at start. */
export const registerDestinationHistory = (): void =>
  registerHistory('student-destination', {
    module: m.ESCORT_DIGITAL_ID,
    tables: [{ table: 'student_destination', title: 'Destination', by: null }],
    labels: async (db, valuesOf) => {
      const { rows } = await sql<{ key: string; label: string }>`
        select 'destination_id ' || id as key, name as label from destination where id = any (${[...valuesOf('destination_id')]}::uuid[])`.execute(
        db,
      );
      return new Map(rows.map(({ key, label }) => [key, label]));
    },
    columns: {
      franchisee_id: null,
      enrolment_id: null,
      student_id: null,
      days_mask: null,
      // Names of people do not stand in a history.
      receiver_ids: null,
      one_day: null,
      destination_id: 'Destination',
      direction: 'Way',
      from_on: 'From',
      to_on: 'To',
    },
    ensureVisible: visibleRow('student_destination'),
  });
