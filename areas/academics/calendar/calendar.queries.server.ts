import { academicYearDays, academicYearLabel } from '@aangan/contract/period.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { academicsModules as m } from '../modules.ts';
import { calendarContract } from './calendar.contract.ts';
import { type SaturdayRule, workingDaysIn } from './day-kind.ts';
import { daysOfCalendar } from './school-days.server.ts';

/** A network of more centres reads the rest through the chosen centre. */
const MOST_CENTRES = 500;

/** Whose calendar the caller works on: the chosen centre's, or head office's with no centre chosen; null = choose one. */
export const calendarOwner = (actor: Actor): number | null =>
  actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : null);

/** A centre's calendar is changed by whoever may at that centre, the network's by head office alone (academics.md D28). */
export const changesCalendar = (actor: Actor, franchiseeId: number): boolean =>
  calendarOwner(actor) === franchiseeId && holds(actor, m.academicCalendar, true);

export const yearFacts = (id: number) => ({ id, label: academicYearLabel(id), ...academicYearDays(id) });

export const calendarOverview = handle(calendarContract.overview, async ({ db, actor }) => {
  const yearId = chosenYear(actor);
  const rows = await calendarsOf(db, yearId);
  const summaries = new Map(
    await Promise.all(rows.map(async (row) => [row.franchiseeId, await summaryOf(db, row, yearId)] as const)),
  );
  const owner = calendarOwner(actor);
  const before =
    owner === null ? [] : (await calendarsOf(db, yearId - 1)).filter((row) => row.franchiseeId === owner);
  const centres =
    actor.franchiseeId === null
      ? await db
          .selectFrom('franchisee')
          .select(['id', 'company_name as name'])
          .where('id', '<>', HEAD_OFFICE)
          .where('status', '=', 'ACTIVE')
          .orderBy('id')
          .limit(MOST_CENTRES)
          .execute()
      : [];
  return {
    year: yearFacts(yearId),
    network: summaries.get(HEAD_OFFICE) ?? null,
    own: owner === null ? null : (summaries.get(owner) ?? null),
    lastYear: before.length > 0,
    centres: centres.map(({ id, name }) => ({ franchiseeId: id, name, calendar: summaries.get(id) ?? null })),
    can: { create: owner !== null && changesCalendar(actor, owner) && !summaries.has(owner) },
  };
});

export const getCalendar = handle(calendarContract.get, async ({ db, actor, input }) => {
  const row = ensureFound(
    await db
      .selectFrom('academic_calendar as a')
      .innerJoin('franchisee as f', 'f.id', 'a.franchisee_id')
      .selectAll('a')
      .select('f.company_name as owner')
      .where('a.id', '=', input.id)
      // With a centre chosen: its own and the network's.
      .$if(actor.franchiseeId !== null, (q) =>
        q.where('a.franchisee_id', 'in', [HEAD_OFFICE, actor.franchiseeId ?? HEAD_OFFICE]),
      )
      .executeTakeFirst(),
  );
  const may = changesCalendar(actor, row.franchisee_id);
  const terms = await db
    .selectFrom('term_map')
    .select(['name', 'from_on as fromOn', 'to_on as toOn'])
    .distinct()
    .where('academic_year_id', '=', row.academic_year_id)
    .orderBy('from_on')
    .execute();
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    owner: row.franchisee_id === HEAD_OFFICE ? 'Network' : row.owner,
    year: yearFacts(row.academic_year_id),
    name: row.name,
    weekOff: weekdaysOf(row.week_off),
    saturdays: row.saturdays,
    status: row.status,
    revision: row.revision,
    days: await daysOfCalendar(db, row.franchisee_id, row.id),
    terms,
    version: row.version,
    can: {
      save: may,
      publish: may && row.status === 'DRAFT',
      closeDay: may && row.franchisee_id !== HEAD_OFFICE && row.status === 'PUBLISHED',
    },
  };
});

interface CalendarHead {
  franchiseeId: number;
  id: string;
  name: string;
  status: 'DRAFT' | 'PUBLISHED';
  revision: number;
  weekOff: number;
  saturdays: SaturdayRule;
}

const calendarsOf = (db: Db, yearId: number): Promise<CalendarHead[]> =>
  db
    .selectFrom('academic_calendar')
    .select([
      'franchisee_id as franchiseeId',
      'id',
      'name',
      'status',
      'revision',
      'week_off as weekOff',
      'saturdays',
    ])
    .where('academic_year_id', '=', yearId)
    .execute();

async function summaryOf(db: Db, row: CalendarHead, yearId: number) {
  const { from, to } = academicYearDays(yearId);
  const rules = {
    weekOff: row.weekOff,
    saturdays: row.saturdays,
    days: await daysOfCalendar(db, row.franchiseeId, row.id),
  };
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    revision: row.revision,
    workingDays: workingDaysIn(rules, from, to),
  };
}
