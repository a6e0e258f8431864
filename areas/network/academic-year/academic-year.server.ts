import {
  academicYearDays,
  academicYearLabel,
  currentYear,
  latestYear,
  todayIst,
} from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureNetwork } from '../franchisee/franchisee-commands.server.ts';
import { networkModules } from '../network-modules.ts';
import { refuse } from '../network-refusals.ts';
import { academicYearContract } from './academic-year.contract.ts';
import { academicYears } from './academic-year.queries.server.ts';

export const listAcademicYears = handle(academicYearContract.list, async ({ db, actor, input, now }) => {
  const rows = await academicYears(db, now, actor.franchiseeId ?? undefined);
  return { rows: input.isCurrentAcademicYear ? rows.filter((row) => row.isCurrent) : rows };
});

/** The year after the newest open one; null while the one after the current year is open: nobody plans further. */
function nextToOpen(rows: readonly { id: number }[], now: Date): { id: number; academicYear: string } | null {
  const id = Math.max(currentYear(now), ...rows.map((row) => row.id)) + 1;
  return id > currentYear(now) + 1 ? null : { id, academicYear: academicYearLabel(id) };
}

export const academicYearRegister = handle(academicYearContract.register, ({ db, actor, now }) =>
  withWholeReach(db, actor, async () => {
    const years = await academicYears(db, now);
    const { rows: counts } = await sql<{ id: number; open: number; closed: number }>`
      select y.id, count(f.franchisee_id) filter (where f.state = 'OPEN')::int as open, count(f.franchisee_id) filter (where f.state = 'CLOSED')::int as closed
        from academic_year y left join franchisee_year f on f.academic_year_id = y.id group by y.id`.execute(
      db,
    );
    return {
      rows: years.map((year) => {
        const found = counts.find((row) => row.id === year.id);
        return {
          ...year,
          state: year.isCurrent
            ? ('CURRENT' as const)
            : year.id > currentYear(now)
              ? ('NEXT' as const)
              : ('ENDED' as const),
          openCentres: found?.open ?? 0,
          closedCentres: found?.closed ?? 0,
        };
      }),
      next: nextToOpen(years, now),
      can: { openNext: actor.wholeNetwork && holds(actor, networkModules.Franchisee, true) },
    };
  }),
);

export const openNextYear = handle(academicYearContract.openNext, ({ db, actor, input, now }) => {
  ensureNetwork(actor);
  return withWholeReach(db, actor, async () => {
    const next = nextToOpen(await academicYears(db, now), now);
    if (next?.id !== input.id) throw refuse('academic-year.not-next');
    const { centres } = await openYear(db, next.id, todayIst(now));
    return { ...next, centres };
  });
});

/** Makes the year where it is missing, offers it from that day on, and opens it at the centres that run. */
async function openYear(db: Db, id: number, day: string): Promise<{ opened: boolean; centres: number }> {
  const { from, to } = academicYearDays(id);
  const made = await db
    .insertInto('academic_year')
    .values({
      id,
      academic_year: academicYearLabel(id),
      starts_on: from,
      ends_on: to,
      opened_on: day,
    })
    .onConflict((oc) =>
      oc.column('id').doUpdateSet({ opened_on: day }).where('academic_year.opened_on', 'is', null),
    )
    .executeTakeFirst();
  const centres =
    await sql`insert into franchisee_year (franchisee_id, academic_year_id) select id, ${id} from franchisee
      where status in ('SETUP', 'ACTIVE') on conflict do nothing`.execute(db);
  return {
    opened: (made.numInsertedOrUpdatedRows ?? 0n) > 0n,
    centres: Number(centres.numAffectedRows ?? 0n),
  };
}

/** Opens the year after the latest one from 1 November on, and at centres that came later (network.md 3.5). */
export const academicYearRoll: JobDeclaration = {
  name: 'network.academic-year-roll',
  title: 'Next academic year',
  schedule: '0 1 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      const day = todayIst(tools.now);
      const wanted = Math.max(
        latestYear(tools.now),
        Number(day.slice(0, 4)) + (day.slice(5) >= '11-01' ? 1 : 0),
      );
      const newest = await db
        .selectFrom('academic_year')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('opened_on', 'is not', null)
        .executeTakeFirstOrThrow();
      let changes = 0;
      for (let year = Math.min(newest.id + 1, wanted); year <= wanted; year += 1) {
        const { opened, centres } = await openYear(db, year, day);
        changes += centres + (opened ? 1 : 0);
      }
      return { ok: changes, failed: 0 };
    }),
};
