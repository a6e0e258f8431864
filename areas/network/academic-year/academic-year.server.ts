import { academicYearDays, academicYearLabel, latestYear, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background.ts';
import { handle } from '@aangan/server/handle.ts';
import { sql } from 'kysely';
import { academicYearContract } from './academic-year.contract.ts';
import { academicYears } from './academic-year.queries.server.ts';

export const listAcademicYears = handle(academicYearContract.list, async ({ db, actor, input, now }) => {
  const rows = await academicYears(db, now, actor.franchiseeId ?? undefined);
  return { rows: input.isCurrentAcademicYear ? rows.filter((row) => row.isCurrent) : rows };
});

/** Makes the year after the latest one from 1 November on, and opens it at centres that run (network.md 3.5). */
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
        .executeTakeFirstOrThrow();
      let made = 0;
      for (let year = newest.id + 1; year <= wanted; year += 1, made += 1) {
        const { from, to } = academicYearDays(year);
        await db
          .insertInto('academic_year')
          .values({ id: year, academic_year: academicYearLabel(year), starts_on: from, ends_on: to })
          .execute();
      }
      const opened =
        await sql`insert into franchisee_year (franchisee_id, academic_year_id) select f.id, y.id from franchisee f cross join academic_year y
      where f.status in ('SETUP', 'ACTIVE') and y.id = ${wanted} on conflict do nothing`.execute(db);
      return { ok: made + Number(opened.numAffectedRows ?? 0n), failed: 0 };
    }),
};
