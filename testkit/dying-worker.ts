// A worker whose connection is cut off in the middle of a transaction, as by kill -9: what it had not committed is gone.
import type { TestApp } from './app.ts';

/**
 * The connection that inserts the n-th row into this table from now on is ended while it does, for each n given. Rows are
 * counted over all connections, those that are rolled back too.
 */
export async function dieAt(app: TestApp, table: string, rows: readonly number[]): Promise<void> {
  await app.sql(`create sequence if not exists probe_rows`);
  await app.sql(`alter sequence probe_rows restart`);
  await app.sql(`create or replace function probe_die() returns trigger language plpgsql security definer as $$
    begin
      if nextval('probe_rows') = any (array[${rows.map(Number).join(',')}]) then
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(5);
      end if;
      return new;
    end $$`);
  await app.sql(
    `create or replace trigger probe_die before insert on ${table} for each row execute function probe_die()`,
  );
}
