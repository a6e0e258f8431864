import { type RawBuilder, sql } from 'kysely';

/** The settings of AMS that hold on a day, one row: the newest that began. A subquery, for `from`. */
export const settingsOn = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ams_setting where effective_from <= (${day})::date order by effective_from desc limit 1)`;
