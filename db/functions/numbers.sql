-- Gapless where the caller's transaction commits: the counter row is locked until then (architecture.md 5).
create or replace function next_number(p_franchisee int, p_series text, p_period text) returns bigint
language sql set search_path = 'public' as $$
  insert into number_series (franchisee_id, series, period, next) values (p_franchisee, p_series, p_period, 2)
  on conflict (franchisee_id, series, period) do update set next = number_series.next + 1
  returning next - 1
$$;

-- Fixed window counter shared by every API process (promise S7): returns the count including this try.
create or replace function count_try(p_key text, p_window_s int) returns int
language sql set search_path = 'public' as $$
  insert into rate_counter (key, window_start, n)
  values (p_key, to_timestamp(floor(extract(epoch from clock_timestamp()) / p_window_s) * p_window_s), 1)
  on conflict (key, window_start) do update set n = rate_counter.n + 1
  returning n
$$;
