import { istDay } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';

export const today = istDay(sql`now()`);

/** CURRENT, COMING or ENDED of a half-open range of days. */
export const statusOf = (alias: string): RawBuilder<string> => sql<string>`(case
  when ${sql.ref(`${alias}.to_on`)} <= ${today} then 'ENDED' when ${sql.ref(`${alias}.from_on`)} > ${today} then 'COMING' else 'CURRENT' end)`;

/** The last day of a half-open range; the first one where it ended on it. */
export const lastDayOf = (alias: string): RawBuilder<string | null> => sql<string | null>`(case
  when ${sql.ref(`${alias}.to_on`)} > ${sql.ref(`${alias}.from_on`)} then ${sql.ref(`${alias}.to_on`)} - 1 else ${sql.ref(`${alias}.to_on`)} end)`;

/** True while a half-open range holds on a day. */
export const holdsOn = (alias: string, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.from_on`)} <= ${day} and (${sql.ref(`${alias}.to_on`)} is null or ${sql.ref(`${alias}.to_on`)} > ${day}))`;

/** The open centres of a zone and of the zones below it. */
export const centresBelow = (zoneId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive below as (select ${zoneId} as id union select z.id from zone z join below b on z.parent_id = b.id)
  select f.id from franchisee f join below b on b.id = f.zone_id where not f.is_head_office and f.status <> 'CLOSED')`;
