// The board: five columns of open enquiries, and what ended in the last 30 days (enquiries.md 4, /forms/list).
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedTotal } from '@aangan/server/record/keyset.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
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
  const context = { today, userId: actor.userId, franchiseeId: actor.franchiseeId };
  const open = [year, ...enquiryWhere({ ...input, open: true }, context)];
  const centres = centresOf(actor);
  const sort = centres === null ? '-capturedAt' : 'nextFollowUpOn';
  const text = Boolean(input.q || input.searchValue);
  const standing = centres === null ? null : await standingOf(db, [ofCentres(centres), ...open], now);
  const column = async (status: (typeof openStatuses)[number]) => {
    const { n, medianDays } = standing?.get(status) ?? { n: 0, medianDays: null };
    const { total, rows, next } = await enquiryPage(db, actor, today, {
      where: [sql`e.spanco_status = ${status}`, ...open],
      sort,
      limit: BOARD_CARDS,
      text,
      ...(standing ? { total: cappedTotal(n) } : {}),
    });
    return { status, total, medianDays, rows, next };
  };
  const where = [year, ...enquiryWhere(input, context)];
  const [columns, ended] = await Promise.all([
    Promise.all(openStatuses.map(column)),
    centres === null ? [] : endedColumns(db, { actor, centres, today, now, where }),
  ]);
  return { columns, sort, ended, asOf: now.toISOString() } as const;
});

/** The centres a board is counted over; null for more than are counted live. */
function centresOf(actor: Actor): readonly number[] | null {
  if (actor.franchiseeId !== null) return [actor.franchiseeId];
  return actor.wholeNetwork || actor.centres.length > LIVE_CENTRES ? null : actor.centres;
}

const ofCentres = (centres: readonly number[]): RawBuilder<unknown> =>
  centres.length === 1 ? sql`e.franchisee_id = ${centres[0]}` : several('e.franchisee_id', centres, 'int');

interface Standing {
  n: number;
  medianDays: number;
}

/** How many stand in each status and half of them how long, in one walk of the index of open ones. */
async function standingOf(
  db: Db,
  where: RawBuilder<unknown>[],
  now: Date,
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await sql<{ status: string; n: number; since: string }>`
    select e.spanco_status as status, count(*)::int as n, percentile_disc(0.5) within group (order by e.stage_since) as since
      from enquiry e where ${allOf(where)} group by 1`.execute(db);
  return new Map(
    rows.map(({ status, n, since }) => [
      status,
      { n, medianDays: Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 86_400_000)) },
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
  const column = async (status: 'Order' | 'Lost') => {
    const all = allOf([
      ofCentres(centres),
      sql`e.spanco_status = ${sql.lit(status)} and e.merged_into is null and e.stage_since >= ${since}::timestamptz`,
      ...where,
    ]);
    const rows = await enquiryRowsOf(
      db,
      sql`select e.franchisee_id, e.id, e.stage_since::text as v, row_number() over (order by e.stage_since desc, e.id desc) as n, (count(*) over ())::int as total
        from enquiry e where ${all} order by e.stage_since desc, e.id desc limit ${sql.lit(BOARD_CARDS)}`,
    );
    return { status, n: rows[0]?.total ?? 0, rows: rows.map((row) => rowOf(row, today, actor)) };
  };
  return Promise.all([column('Order'), column('Lost')]);
}
