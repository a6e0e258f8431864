import { type RawBuilder, sql } from 'kysely';
import { ERASED_NAME, NO_NAME } from './child-label.ts';

/** What `childLabel` says of the enquiry under `alias`; null when an outer join found none. */
export const childName = (alias: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`coalesce(nullif(concat_ws(' ', ${of('child_first_name')}, ${of('child_last_name')}), ''), case ${of('guardian_name')}
    when ${sql.lit(ERASED_NAME)} then 'Erased family' when ${sql.lit(NO_NAME)} then 'Name not known yet' else 'Child of ' || ${of('guardian_name')} end)`;
};
