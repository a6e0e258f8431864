import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { refuseTickets } from '../tickets.refusals.ts';
import { type Calendar, workingHoursContract as contract } from './working-hours.contract.ts';

export const listCalendars = handle(contract.list, async ({ db, now }) => {
  const today = todayIst(now);
  // The enquiry desk closes with each centre's own days; it is kept there.
  const { rows } = await sql<Calendar>`
    select c.id, c.name, c.always, c.windows->'days' as days, c.windows->'hours' as hours,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'day', d.day, 'kind', d.kind, 'hours', d.windows, 'note', d.note, 'ahead', d.day > ${today}::date) order by d.day)
        from working_calendar_day d where d.calendar_id = c.id and d.day >= date_trunc('year', ${today}::date)), '[]') as special
      from working_calendar c where not c.use_centre_days order by c.id`.execute(db);
  return { rows };
});

/** What was counted by a calendar stays counted: its past and today are not changed. */
const ensureAhead = (day: Day, now: Date) =>
  ensure(day > todayIst(now), () => refuseTickets('calendar.past-day'));

export const addDay = handle(contract.addDay, async ({ db, input, now }) => {
  const { calendarId, day, kind, opensAt, closesAt, note } = input;
  const calendar = ensureFound(
    await db
      .selectFrom('working_calendar')
      .select(['id', 'always'])
      .where('id', '=', calendarId)
      .where('use_centre_days', '=', false)
      .executeTakeFirst(),
  );
  ensureAhead(day, now);
  const fields: Record<string, string> = {};
  if (calendar.always) fields['day'] = 'These hours never close';
  if (kind === 'SPECIAL' && !opensAt) fields['opensAt'] = 'Fill this in';
  if (kind === 'SPECIAL' && (!closesAt || (opensAt && closesAt <= opensAt)))
    fields['closesAt'] = 'Later than the start';
  const known = await db
    .selectFrom('working_calendar_day')
    .select('id')
    .where('calendar_id', '=', calendarId)
    .where('day', '=', day)
    .executeTakeFirst();
  if (known) fields['day'] = 'This day has an entry already';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
  const windows = kind === 'HOLIDAY' ? [] : [[opensAt, closesAt]];
  await db
    .insertInto('working_calendar_day')
    .values({ calendar_id: calendarId, day, kind, windows: JSON.stringify(windows), note })
    .execute();
  return {};
});

export const removeDay = handle(contract.removeDay, async ({ db, input, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('working_calendar_day')
      .select(['id', 'day'])
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensureAhead(row.day, now);
  await db.deleteFrom('working_calendar_day').where('id', '=', row.id).execute();
  return {};
});
