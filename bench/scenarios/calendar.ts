import { eventContract } from '@aangan/areas/communication/event/event.contract.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { readRequest, type Scenario } from '../scenario.ts';

/** Of a centre in its year, 120 of them on one day and 5 every week; no calendar is published: Monday to Friday. */
const EVENTS = 125;
const MONTHS = 6;

const PREPARE = `
  insert into event (franchisee_id, id, academic_year_id, title, kind, from_on, to_on, starts_at, ends_at, repeat, repeat_count, people, class_ids, answers, status, closed_days)
    select 2, ('00000000-0000-4000-8005-' || lpad(n::text, 12, '0'))::uuid, 2026, 'Bench ' || n, 'ACTIVITY', d, d, '10:00', '11:00', case when n > 120 then 'WEEKLY' else 'NONE' end, case when n > 120 then 50 end,
      'ALL', case when n % 3 = 0 then '{3}'::int[] else '{}' end, 'NONE', case when n % 20 = 0 then 'DRAFT' else 'PUBLISHED' end, 'KEEP' from generate_series(1, ${EVENTS}) n, lateral (select date '2026-04-01' + case when n > 120 then n - 120 else n * 3 % 360 end as d) x on conflict do nothing;
  insert into event_date (franchisee_id, event_id, on_date, to_on)
    select v.franchisee_id, v.id, d, d from event v, generate_series(0, case when v.repeat = 'WEEKLY' then 49 else 0 end) k, lateral (select v.from_on + k * 7 as d) x where v.title like 'Bench %' on conflict do nothing;`;

const ANSWER = `
  select 'rules' as kind, (select json_build_object('weekOff', c.week_off, 'saturdays', c.saturdays) from academic_calendar c where c.academic_year_id = $4 and c.status = 'PUBLISHED' and c.franchisee_id in (1, $1)
    order by c.franchisee_id desc limit 1) as value
  union all select 'events', (select json_agg(x) from (select v.id, v.title, v.title_hi as "titleHi", v.kind, v.colour, to_char(v.starts_at, 'HH24:MI') as "startsAt", to_char(v.ends_at, 'HH24:MI') as "endsAt", v.place, v.people, v.answers, v.status,
      (select string_agg(k.name, ', ' order by k.position) from class k where k.id = any (v.class_ids)) as classes, d.on_date as "onDate", d.to_on as "toOn",
      case when v.status = 'CANCELLED' then coalesce(v.cancel_reason, 'Cancelled') else d.cancelled_reason end as cancelled
      from event_date d join event v on v.franchisee_id = d.franchisee_id and v.id = d.event_id
     where d.franchisee_id = $1 and v.status <> 'DRAFT' and d.on_date <= $3 and d.to_on >= $2 order by d.on_date, v.starts_at nulls first, v.title, v.id limit 1000) x)
  union all select 'birthdays', (select json_agg(x) from (select day::date as "onDate", s.name, k.name || coalesce(' ' || n.name, '') as section
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.current_enrolment_id = e.id join generate_series($2::date, $3::date, interval '1 day') day on to_char(day, 'MM-DD') = to_char(s.date_of_birth, 'MM-DD')
      left join class k on k.id = e.class_id left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id where e.franchisee_id = $1 and e.status = 'ACTIVE' order by 1, 2) x)`;

export const calendarMonth: Scenario = {
  name: 'calendar',
  title: 'Month of the calendar of a centre',
  prepare: PREPARE,
  request: (n) => {
    const month = String(4 + (n % MONTHS)).padStart(2, '0');
    return readRequest(eventContract.calendar, { from: `2026-${month}-01`, to: `2026-${month}-28` });
  },
  floor: async ({ pool, query, centre, year }) => {
    const [from, to] = [query['from'] as Day, query['to'] as Day];
    const { rows } = await pool.query<{ kind: string; value: unknown[] | null }>({
      name: 'calendar',
      text: ANSWER,
      values: [centre, from, to, year],
    });
    const closed: { onDate: Day; title: string }[] = [];
    for (let onDate = from; onDate <= to; onDate = addDays(onDate, 1))
      if (['SAT', 'SUN'].includes(weekdayOf(onDate))) closed.push({ onDate, title: 'Day off' });
    return { events: rows[1]?.value ?? [], closed, birthdays: rows[2]?.value ?? [] };
  },
};
