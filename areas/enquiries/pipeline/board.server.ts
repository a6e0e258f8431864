// The board: five columns of open enquiries, and what ended in the last 30 days (enquiries.md 4, /forms/list).
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenYear } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { enquiryPage } from '../enquiry/enquiry-page.server.ts';
import { enquiryRowsOf, rowOf } from '../enquiry/enquiry-rows.server.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { BOARD_CARDS, ENDED_DAYS, pipelineContract } from './pipeline.contract.ts';

/** Up to so many centres are counted live; beyond, no median and no ended columns. */
const LIVE_CENTRES = 60;

export const board = handle(pipelineContract.board, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const year = sql`e.academic_year_id = ${chosenYear(actor)}`;
  const filters = enquiryWhere(input, { today, userId: actor.userId, franchiseeId: actor.franchiseeId });
  const centres = centresOf(actor);
  const sort = centres === null ? '-capturedAt' : 'nextFollowUpOn';
  const text = Boolean(input.q || input.searchValue);
  const medians = centres === null ? null : await medianDays(db, [ofCentres(centres), year, ...filters], now);
  const columns = [];
  for (const status of openStatuses) {
    const where = [year, sql`e.is_open and e.spanco_status = ${status}`, ...filters];
    const page = await enquiryPage(db, actor, today, { where, sort, limit: BOARD_CARDS, text });
    columns.push({
      status,
      total: page.total,
      medianDays: medians?.get(status) ?? null,
      rows: page.rows,
      next: page.next,
    });
  }
  const ended =
    centres === null ? [] : await endedColumns(db, { actor, centres, today, now, where: [year, ...filters] });
  return { columns, sort, ended, asOf: now.toISOString() } as const;
});

/** The centres a board is counted over; null for more than are counted live. */
function centresOf(actor: Actor): readonly number[] | null {
  if (actor.franchiseeId !== null) return [actor.franchiseeId];
  return actor.wholeNetwork || actor.centres.length > LIVE_CENTRES ? null : actor.centres;
}

const ofCentres = (centres: readonly number[]): RawBuilder<unknown> =>
  centres.length === 1
    ? sql`e.franchisee_id = ${centres[0]}`
    : sql`e.franchisee_id = any (${[...centres]}::int[])`;

async function medianDays(
  db: Db,
  where: RawBuilder<unknown>[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ status: string; since: string }>`
    select e.spanco_status as status, percentile_disc(0.5) within group (order by e.stage_since) as since
      from enquiry e where e.is_open and ${allOf(where)} group by 1`.execute(db);
  return new Map(
    rows.map((row) => [
      row.status,
      Math.max(0, Math.floor((now.getTime() - new Date(row.since).getTime()) / 86_400_000)),
    ]),
  );
}

interface EndedRequest {
  actor: Actor;
  centres: readonly number[];
  today: Day;
  now: Date;
  where: RawBuilder<unknown>[];
}

async function endedColumns(db: Db, { actor, centres, today, now, where }: EndedRequest) {
  const since = new Date(now.getTime() - ENDED_DAYS * 86_400_000).toISOString();
  const out = [];
  for (const status of ['Order', 'Lost'] as const) {
    const all = allOf([
      ofCentres(centres),
      sql`e.spanco_status = ${sql.lit(status)} and e.merged_into is null and e.stage_since >= ${since}::timestamptz`,
      ...where,
    ]);
    const rows = await enquiryRowsOf(
      db,
      sql`select e.franchisee_id, e.id, e.stage_since::text as v, row_number() over (order by e.stage_since desc, e.id desc) as n, (count(*) over ())::int as total
        from enquiry e where ${all} order by e.stage_since desc, e.id desc limit ${BOARD_CARDS}`,
    );
    out.push({ status, n: rows[0]?.total ?? 0, rows: rows.map((row) => rowOf(row, today, actor)) });
  }
  return out;
}
