/**
 * Lets the windows of all limits begin now. They begin with the clock's hour or quarter of an hour otherwise, so that a
 * test that counts tries would now and then meet the turn of one. Everything else of `count_try` is as in
 * db/functions/numbers.sql. `sql` must be the owner's.
 */
export async function beginRateWindows(sql: (text: string) => Promise<unknown>): Promise<void> {
  const begin = Math.floor(Date.now() / 1000);
  await sql(`create or replace function count_try(p_key text, p_window_s int) returns int
language sql set search_path = 'public' as $$
  insert into rate_counter (key, window_start, n)
  values (p_key, to_timestamp(${begin} + floor((extract(epoch from clock_timestamp()) - ${begin}) / p_window_s) * p_window_s), 1)
  on conflict (key, window_start) do update set n = rate_counter.n + 1
  returning n
$$`);
}
