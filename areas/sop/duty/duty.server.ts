import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureOwn } from '../library/sop-section.server.ts';
import { refuseSop } from '../sop.refusals.ts';
import { dutyContract as contract, type DutyCell } from './duty.contract.ts';

interface Row {
  id: string;
  kind: 'FOLDER' | 'SECTION';
  name: string;
  depth: number;
  parentId: string | null;
}

/** The tree as it is drawn: each folder, its sections, then its folders. Of the network; a centre's own beside it. */
async function treeOf(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with recursive tree as (
      select f.id, f.name, f.parent_id, 0 as depth, array[lpad(f.position::text, 4, '0') || f.name] as path from sop_folder f where f.parent_id is null and f.active
      union all select f.id, f.name, f.parent_id, t.depth + 1, t.path || ('1' || lpad(f.position::text, 4, '0') || f.name) from sop_folder f join tree t on t.id = f.parent_id where f.active)
    select * from (
      select t.id, 'FOLDER' as kind, t.name, t.depth, t.parent_id as "parentId", t.path from tree t
      union all select s.id, 'SECTION', s.code || ' ' || s.title, t.depth + 1, t.id, t.path || ('0' || lpad(s.position::text, 4, '0') || s.code)
        from sop_section s join tree t on t.id = s.folder_id where s.status <> 'ARCHIVED') x order by path limit 1200`.execute(
    db,
  );
  return rows.map(({ id, kind, name, depth, parentId }) => ({ id, kind, name, depth, parentId }));
}

const seenOf = async (db: Db): Promise<string> =>
  (
    await sql<{
      seen: string;
    }>`select count(*) || ':' || coalesce(to_char(max(updated_at) at time zone 'UTC', 'YYYYMMDDHH24MISSUS'), '') as seen from sop_duty`.execute(
      db,
    )
  ).rows[0]?.seen ?? '';

export const dutyMatrix = handle(contract.matrix, async ({ db }) => {
  const roles = await sql<{ id: number; name: string }>`
    select id, description as name from role where active and reach not in ('FAMILY', 'VENDOR') and franchisee_id is null order by position, id`.execute(
    db,
  );
  const cells = await sql<{ targetId: string; roleId: number; duty: 'NONE' | 'READ' | 'ACKNOWLEDGE' }>`
    select coalesce(folder_id, section_id) as "targetId", role_id as "roleId", duty from sop_duty`.execute(
    db,
  );
  return { seen: await seenOf(db), roles: roles.rows, rows: await treeOf(db), cells: cells.rows };
});

interface Write {
  cells: readonly DutyCell[];
  today: string;
}

/** A cell belongs to whoever its folder or section belongs to; head office's are head office's alone. */
async function writeCells(db: Db, actor: Actor, { cells, today }: Write): Promise<void> {
  const ids = [...new Set(cells.map(({ targetId }) => targetId))];
  const { rows: targets } = await sql<{ id: string; franchiseeId: number; folder: boolean }>`
    select id, franchisee_id as "franchiseeId", true as folder from sop_folder where id = any(${ids}::uuid[])
    union all select id, franchisee_id, false from sop_section where id = any(${ids}::uuid[])`.execute(db);
  ensure(targets.length === ids.length, () => refuse('row.not-found'));
  for (const { franchiseeId } of targets) ensureOwn(actor, franchiseeId);
  for (const { targetId, roleId, duty } of cells) {
    const target = targets.find(({ id }) => id === targetId);
    if (!target) continue;
    const column = target.folder ? sql`folder_id` : sql`section_id`;
    if (duty === null)
      await sql`delete from sop_duty where ${column} = ${targetId} and role_id = ${roleId}`.execute(db);
    else
      await sql`insert into sop_duty (franchisee_id, ${column}, role_id, duty, given_on) values (${target.franchiseeId}, ${targetId}, ${roleId}, ${duty}, ${today}::date)
        on conflict (${column}, role_id) where ${column} is not null do update set duty = excluded.duty,
          given_on = case when sop_duty.duty = excluded.duty then sop_duty.given_on else excluded.given_on end`.execute(
        db,
      );
  }
}

const requiredPairs = async (db: Db, today: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; franchiseeId: number }>`
    select user_id || ':' || section_id || ':' || franchisee_id as key, franchisee_id as "franchiseeId" from sop_states(${today}::date) where state <> 'EXEMPT'`.execute(
    db,
  );
  return new Map(rows.map(({ key, franchiseeId }) => [key, franchiseeId]));
};

/** Writes the change inside a savepoint, counts, and takes it back: the same statement decides, so the figures agree. */
export const previewDuties = handle(contract.preview, async ({ db, actor, input, now }) => {
  // With a centre chosen only its people are in reach, and the figures would be too small.
  ensure(!actor.wholeNetwork || actor.franchiseeId === null, () => refuseSop('sop.centre-chosen'));
  const today = todayIst(now);
  const before = await requiredPairs(db, today);
  await sql`savepoint duties`.execute(db);
  await writeCells(db, actor, { cells: input.cells, today });
  const after = await requiredPairs(db, today);
  await sql`rollback to savepoint duties`.execute(db);
  const added = [...after].filter(([key]) => !before.has(key));
  const removed = [...before].filter(([key]) => !after.has(key));
  return {
    added: added.length,
    removed: removed.length,
    centres: new Set([...added, ...removed].map(([, franchiseeId]) => franchiseeId)).size,
  };
});

export const saveDuties = handle(contract.save, async ({ db, actor, input, now }) => {
  // Two who save at once wait for each other here; the second has then seen another state.
  await sql`select pg_advisory_xact_lock(hashtext('sop_duty'))`.execute(db);
  ensure((await seenOf(db)) === input.seen, () => refuseSop('sop.duties-changed'));
  await writeCells(db, actor, { cells: input.cells, today: todayIst(now) });
  return { changed: input.cells.length };
});
