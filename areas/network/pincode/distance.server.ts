import { type RawBuilder, sql } from 'kysely';

/** Great circle with R = 6371.0088 km, two decimals (network.md 3.4); null when a point is unknown. */
export const kmBetween = (
  latA: RawBuilder<unknown>,
  lngA: RawBuilder<unknown>,
  latB: RawBuilder<unknown>,
  lngB: RawBuilder<unknown>,
): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when ${latA} is null or ${latB} is null then null else round((2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians((${latB} - ${latA})::float8) / 2), 2) + cos(radians(${latA}::float8)) * cos(radians(${latB}::float8)) * power(sin(radians((${lngB} - ${lngA})::float8) / 2), 2)))))::numeric, 2) end`;
