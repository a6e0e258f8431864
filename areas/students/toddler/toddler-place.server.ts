// Whether a place can be given, and when it ends (areas/students.md 3.11). The batch's row is locked by whoever gives one.
import { academicYearDays, addDays, completedMonths, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dayKinds, type PlacedSection } from '../../academics/public.server.ts';
import { type ProgrammeDay, programmeDayNames, usual } from './toddler.states.ts';

/** An hour later: '09:30' to '10:30'. */
export const slotEnd = (from: string): string =>
  `${String((Number(from.slice(0, 2)) + usual.minutes / 60) % 24).padStart(2, '0')}:${from.slice(3, 5)}`;

/** The day of the nth session from a day on: only the chosen weekdays on which the centre works. Null within two years. */
export async function lastSession(
  db: Db,
  franchiseeId: number,
  of: { from: Day; days: readonly string[]; sessions: number },
): Promise<Day | null> {
  const to = addDays(of.from, 730);
  const kinds = await dayKinds(db, franchiseeId, { from: of.from, to });
  let left = of.sessions;
  for (let day = of.from; day <= to; day = addDays(day, 1)) {
    if (!of.days.includes(weekdayOf(day)) || !kinds.get(day)?.works) continue;
    left -= 1;
    if (left === 0) return day;
  }
  return null;
}

export interface WantedPlace {
  enrolmentId: string;
  section: PlacedSection;
  days: readonly ProgrammeDay[];
  slotFrom: string;
  fromOn: Day;
  toOn: Day;
  /** The assignment that gives way. */
  instead?: string | undefined;
}

/** Places left of a batch and hour by weekday, over the whole stretch. */
export async function placesLeft(
  db: Db,
  of: Omit<WantedPlace, 'enrolmentId' | 'days'>,
): Promise<ReadonlyMap<ProgrammeDay, number>> {
  const { rows } = await sql<{ day: ProgrammeDay; n: number }>`
    select d as day, count(distinct a.enrolment_id)::int as n from programme_assignment a, unnest(a.days) d
     where a.franchisee_id = ${of.section.franchiseeId} and a.section_id = ${of.section.id} and a.status in ('SCHEDULED', 'RUNNING')
       and a.from_on <= ${of.toOn}::date and a.to_on >= ${of.fromOn}::date and a.id is distinct from ${of.instead ?? null}::uuid
       and a.slot_from < ${slotEnd(of.slotFrom)}::time and a.slot_to > ${of.slotFrom}::time group by 1`.execute(
    db,
  );
  const taken = new Map(rows.map((row) => [row.day, row.n]));
  return new Map(programmeDayNames.map((day) => [day, of.section.capacity - (taken.get(day) ?? 0)]));
}

/** Another place of the child at the same hour of a chosen day. */
export async function clashOf(db: Db, of: WantedPlace): Promise<{ batch: string; slot: string } | null> {
  const { rows } = await sql<{ batch: string; slot: string }>`
    select n.name as batch, to_char(a.slot_from, 'HH24:MI') as slot from programme_assignment a
      join section n on n.franchisee_id = a.franchisee_id and n.id = a.section_id
     where a.franchisee_id = ${of.section.franchiseeId} and a.enrolment_id = ${of.enrolmentId}::uuid and a.status in ('SCHEDULED', 'RUNNING')
       and a.id is distinct from ${of.instead ?? null}::uuid and a.days && ${[...of.days]}::text[]
       and a.from_on <= ${of.toOn}::date and a.to_on >= ${of.fromOn}::date
       and a.slot_from < ${slotEnd(of.slotFrom)}::time and a.slot_to > ${of.slotFrom}::time limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The day a child turns two, when it moves on to Playgroup. */
export const ageOutOn = (dateOfBirth: Day): Day => {
  const [year = '', rest = ''] = [dateOfBirth.slice(0, 4), dateOfBirth.slice(5)];
  const day = `${Number(year) + usual.ageOutMonths / 12}-${rest === '02-29' ? '02-28' : rest}`;
  return day;
};

export const ageMonths = (dateOfBirth: Day, on: Day): number => completedMonths(dateOfBirth, on) ?? 0;

/** The last day of the enrolment's year: a place does not run over it. */
export const yearEnd = (yearId: number): Day => academicYearDays(yearId).to;
