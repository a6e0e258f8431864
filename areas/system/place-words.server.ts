// How people, centres and the reach of a grant are written wherever this area shows them. Fragments for queries that
// join `franchisee f` and `zone z`.
import { type RawBuilder, sql } from 'kysely';

/** Whole name of the person in the table `alias`. */
export const personName = (alias: string): RawBuilder<string> =>
  sql`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

/** '(014) Baner' of the joined centre; null without one. */
export const centreLabel: RawBuilder<string | null> =
  sql`'(' || lpad(f.id::text, 3, '0') || ') ' || f.company_name`;

/** 'the whole network', 'zone West', 'listed centres', '(014) Baner' of a grant in the table `alias`. */
export const grantPlace = (alias: string): RawBuilder<string> => sql`case ${sql.ref(`${alias}.scope`)}
  when 'NETWORK' then 'the whole network' when 'ZONE' then 'zone ' || coalesce(z.name, '') when 'CENTRES' then 'listed centres'
  else coalesce(${centreLabel}, 'another centre') end`;
