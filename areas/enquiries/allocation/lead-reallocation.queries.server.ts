import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { enquiryPage } from '../enquiry/enquiry-page.server.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { enquiryModules } from '../modules.ts';
import { UNDO_HOURS } from './allocation-words.ts';
import { namesOf } from './lead-allocation.queries.server.ts';
import { leadReallocationContract } from './lead-reallocation.contract.ts';
import { moveWhere } from './reallocation-plan.server.ts';

interface OwnerFacts {
  id: string;
  owner_since: string | null;
  moves: number;
  disabled: boolean;
  leave: boolean;
}

/** What the list shows of owners beside the enquiry's own line. */
async function ownerFacts(db: Db, franchiseeId: number, ids: readonly string[], today: string) {
  const { rows } = await sql<OwnerFacts>`
    select e.id::text as id, e.owner_since, u.state <> 'ACTIVE' as disabled,
      exists (select from allocation_cover c where c.franchisee_id = e.franchisee_id and c.user_id = e.owner_id and ${today}::date between c.from_on and c.to_on) as leave,
      (select count(*)::int from allocation_log l where l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id and l.from_owner is not null and l.to_owner is not null) as moves
      from unnest(${[...ids]}::uuid[]) i (id) cross join lateral (select * from enquiry e where e.franchisee_id = ${franchiseeId} and e.id = i.id limit 1) e
      left join app_user u on u.id = e.owner_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export const reallocationList = handle(leadReallocationContract.list, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const page = await enquiryPage(db, actor, today, {
    where: [
      ...moveWhere(input, { today, now }),
      ...enquiryWhere({ q: input.q }, { today, userId: actor.userId, franchiseeId: actor.franchiseeId }),
    ],
    sort: 'nextFollowUpOn',
    after: input.after,
    limit: input.limit,
    text: false,
  });
  const facts = await ownerFacts(
    db,
    actor.franchiseeId ?? 0,
    page.rows.map((row) => row.id),
    today,
  );
  return {
    ...page,
    rows: page.rows.map((row) => {
      const own = facts.get(row.id);
      return {
        id: row.id,
        franchiseeId: row.franchiseeId,
        enquiryCode: row.enquiryCode,
        childName: row.childName,
        className: row.className,
        spancoStatus: row.spancoStatus,
        stage: row.stage,
        bucket: row.bucket,
        overdueDays: row.overdueDays,
        ownerId: row.ownerId ?? '',
        ownerName: row.ownerName ?? 'Somebody',
        ownerState: own?.disabled ? ('DISABLED' as const) : own?.leave ? ('LEAVE' as const) : null,
        ownerSince: own?.owner_since ?? null,
        lastContactAt: row.lastContactAt,
        moves: own?.moves ?? 0,
      };
    }),
  };
});

interface BatchData {
  id: string;
  franchisee_id: number;
  at: string;
  by: string | null;
  target: unknown;
  reason: string | null;
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'UNDONE';
  cancel_asked: boolean;
  total: number;
  done: number;
  moved: number;
  skipped: number;
  finished_at: string | null;
  undone_n: number | null;
  why: { reason: string; n: number }[] | null;
  sort_value: string;
}

const ORDER = 'at';
const targetShape = z.object({ kind: z.string(), userIds: z.array(z.string()).optional() });

export const reallocationBatches = handle(
  leadReallocationContract.batches,
  async ({ db, actor, input, now }) => {
    const where = [inChosenCentre(actor, 'b.franchisee_id')];
    const cursor = input.after ? readCursor(input.after, ORDER) : null;
    const total =
      cursor?.total ?? (await cappedCount(db, sql`select from reallocation_batch b where ${allOf(where)}`));
    const from = cursor
      ? [...where, sql`(b.at, b.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`]
      : where;
    const { rows } = await sql<BatchData>`
      select b.id::text as id, b.franchisee_id, b.at, b.by::text as by, b.target, b.reason, b.state, b.cancel_asked, b.total, b.done, b.moved, b.skipped, b.finished_at, b.undone_n,
        (select jsonb_agg(jsonb_build_object('reason', w.reason, 'n', w.n) order by w.n desc) from (select reason, count(*)::int as n from reallocation_item i
          where i.franchisee_id = b.franchisee_id and i.batch_id = b.id and i.state = 'SKIPPED' group by reason) w) as why, b.at::text as sort_value
        from (select * from reallocation_batch b where ${allOf(from)} order by b.at desc, b.id desc limit ${pageLimit(input.limit)}) b order by b.at desc, b.id desc`.execute(
      db,
    );
    const page = cutPage(rows, input, { sort: ORDER, total, at: (last) => last.sort_value });
    const targets = new Map(page.rows.map((row) => [row.id, targetShape.parse(row.target)]));
    const names = await namesOf(
      db,
      page.rows.flatMap((row) => [row.by, ...(targets.get(row.id)?.userIds ?? [])]),
    );
    const mayWrite = holds(actor, enquiryModules.leadReallocation, true);
    return {
      ...page,
      rows: page.rows.map((row) => {
        const target = targets.get(row.id);
        const ended = row.state === 'DONE' || row.state === 'CANCELLED';
        const until = row.finished_at
          ? new Date(new Date(row.finished_at).getTime() + UNDO_HOURS * 3_600_000)
          : null;
        return {
          id: row.id,
          franchiseeId: row.franchisee_id,
          at: row.at,
          byName: row.by ? (names.get(row.by) ?? null) : null,
          to:
            target?.kind === 'RULES'
              ? 'By the rules'
              : (target?.userIds ?? []).map((id) => names.get(id) ?? 'Somebody').join(', '),
          reason: row.reason,
          state: row.state,
          cancelAsked: row.cancel_asked,
          total: row.total,
          done: row.done,
          moved: row.moved,
          skipped: row.skipped,
          skippedWhy: (row.why ?? []).map((one) => `${one.n} ${one.reason}`),
          undoneN: row.undone_n,
          undoUntil: ended && until ? until.toISOString() : null,
          can: {
            cancel: mayWrite && !ended && row.state !== 'UNDONE' && !row.cancel_asked,
            undo: mayWrite && ended && row.moved > 0 && until !== null && until >= now,
          },
        };
      }),
    };
  },
);

interface ItemData {
  id: string;
  n: number;
  enquiry_code: string;
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
  from_owner: string | null;
  to_owner: string | null;
  state: 'WAITING' | 'MOVED' | 'SKIPPED' | 'UNDONE';
  reason: string | null;
}

export const reallocationBatch = handle(leadReallocationContract.batch, async ({ db, input }) => {
  const batch = ensureFound(
    await db
      .selectFrom('reallocation_batch')
      .select(['franchisee_id', 'total'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const cursor = input.after ? readCursor(input.after, 'n') : null;
  const { rows } = await sql<ItemData>`
    select i.enquiry_id::text as id, i.n, e.enquiry_code, e.child_first_name, e.child_last_name, e.guardian_name, i.from_owner::text as from_owner, i.to_owner::text as to_owner, i.state, i.reason
      from (select * from reallocation_item i where i.franchisee_id = ${batch.franchisee_id} and i.batch_id = ${input.id}::uuid and i.n > ${Number(cursor?.value ?? 0)}
        order by i.n limit ${pageLimit(input.limit)}) i
      cross join lateral (select enquiry_code, child_first_name, child_last_name, guardian_name from enquiry e where e.franchisee_id = i.franchisee_id and e.id = i.enquiry_id limit 1) e
     order by i.n`.execute(db);
  const page = cutPage(rows, input, {
    sort: 'n',
    total: cursor?.total ?? { n: batch.total, more: false },
    at: (last) => String(last.n),
  });
  const names = await namesOf(
    db,
    page.rows.flatMap((row) => [row.from_owner, row.to_owner]),
  );
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? 'Somebody') : null);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      enquiryCode: row.enquiry_code,
      childName: childNameOf(row),
      fromName: nameOf(row.from_owner),
      toName: nameOf(row.to_owner),
      state: row.state,
      reason: row.reason,
    })),
  };
});
