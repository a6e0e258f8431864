import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { exitNeeds } from '../pipeline/next-steps.ts';
import { settingColumns } from '../pipeline/stage-settings.server.ts';
import { stageColours, stageContract } from './stage.contract.ts';

const columns = [
  ...settingColumns,
  'id',
  'version',
  'franchisee_id',
  'position',
  'is_seed as isSeed',
  'sets_intent as setsIntent',
  'sets_walk_in as setsWalkIn',
  'score',
] as const;

async function stageRows(db: Db, actor: Actor) {
  const owner = actor.franchiseeId ?? HEAD_OFFICE;
  const rows = await db
    .selectFrom('enquiry_stage')
    .select(columns)
    .where('franchisee_id', 'in', [HEAD_OFFICE, owner])
    .orderBy(sql`array_position(${[...spancoStatuses]}::text[], status)`)
    .orderBy('position')
    .orderBy('code')
    .execute();
  const open = await openByStage(db, actor);
  const write = holds(actor, stageContract.change.module, true);
  const head = actor.franchiseeId === null && actor.wholeNetwork;
  return rows.map(({ franchisee_id, ...row }) => {
    const own = head ? franchisee_id === HEAD_OFFICE : franchisee_id === actor.franchiseeId;
    return {
      ...row,
      exitNeeds: exitNeeds.filter((need) => row.exitNeeds.includes(need)),
      colour: stageColours.find((one) => one === row.colour) ?? 'neutral',
      shared: franchisee_id === HEAD_OFFICE && !own,
      open: open === null ? null : (open.get(row.code) ?? 0),
      can: {
        update: write && own,
        hide: write && own && row.enteredBy === 'USER' && row.code !== 'In Conversation',
      },
    };
  });
}

/** Of the chosen centre, from the index alone. */
async function openByStage(db: Db, actor: Actor): Promise<ReadonlyMap<string, number> | null> {
  if (actor.franchiseeId === null) return null;
  const { rows } = await sql<{ code: string; n: number }>`
    select e.stage_code as code, count(*)::int as n from enquiry e where e.franchisee_id = ${actor.franchiseeId} and e.is_open group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.code, row.n]));
}

export const stageOverview = handle(stageContract.overview, async ({ db, actor }) => ({
  rows: await stageRows(db, actor),
  can: {
    add: holds(actor, stageContract.add.module, true) && (actor.franchiseeId !== null || actor.wholeNetwork),
  },
}));

const USAGE_DAYS = 365;

export const stageUsage = handle(stageContract.usage, async ({ db, actor, input, now }) => {
  const stage = ensureFound((await stageRows(db, actor)).find((row) => row.id === input.id));
  if (actor.franchiseeId === null) return { stage, left: null, medianDays: null };
  const since = new Date(now.getTime() - USAGE_DAYS * 86_400_000).toISOString();
  const { rows } = await sql<{ left: number; median: number | null }>`
    select count(*)::int as left, percentile_cont(0.5) within group (order by l.seconds_in_stage)::float8 as median from enquiry_stage_log l
     where l.franchisee_id = ${actor.franchiseeId} and l.at >= ${since}::timestamptz and l.from_stage = ${stage.code} and l.to_stage <> l.from_stage`.execute(
    db,
  );
  const median = rows[0]?.median ?? null;
  return {
    stage,
    left: rows[0]?.left ?? 0,
    medianDays: median === null ? null : Math.round((median / 86_400) * 10) / 10,
  };
});
