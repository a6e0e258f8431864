import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import type { OpenWindow, WorkingCalendar } from '@aangan/contract/working-time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { ensureFound } from './ensure.ts';
import type { Db } from './unit-of-work.ts';

const hours = z.array(z.tuple([z.string(), z.string()]));
/** `days`: 1 = Monday … 7 = Sunday; each of them is open in `hours`. */
const week = z.object({ days: z.array(z.int().min(1).max(7)), hours });

/** A `working_calendar` row with its holidays and special days, for the arithmetic of working-time.ts. 404 when it is not there. */
export async function calendarOf(db: Db, id: number): Promise<WorkingCalendar> {
  return ensureFound((await calendarsOf(db, [id])).get(id));
}

/** Several calendars at once, by id; unknown ids are left out. */
export async function calendarsOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WorkingCalendar>> {
  const { rows } = await sql<{
    id: number;
    always: boolean;
    windows: unknown;
    days: Record<string, OpenWindow[]> | null;
  }>`
    select c.id, c.always, c.windows, (select jsonb_object_agg(d.day::text, d.windows) from working_calendar_day d where d.calendar_id = c.id) as days
      from working_calendar c where c.id = any (${[...new Set(ids)]}::int[])`.execute(db);
  return new Map(
    rows.map((row) => {
      const { days, hours: open } = week.parse(row.windows);
      const windows = Object.fromEntries(days.map((day) => [WEEKDAYS[day - 1], open]));
      return [row.id, { always: row.always, windows, days: row.days ?? {} }];
    }),
  );
}
