import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { childName } from '../enquiry/child-name.server.ts';
import { enquiryPage } from '../enquiry/enquiry-page.server.ts';
import { allOf, enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { enquiryModules } from '../modules.ts';
import { UNDO_HOURS } from './allocation-words.ts';
import { namesOf } from './lead-allocation.queries.server.ts';
import {
  type BatchRow,
  type ItemRow,
  leadReallocationContract,
  type ReallocationRow,
} from './lead-reallocation.contract.ts';
import { moveWhere } from './reallocation-plan.server.ts';

type OwnerFacts = Pick<ReallocationRow, 'id' | 'ownerState' | 'ownerSince' | 'moves'>;

/** What the list shows of owners beside the enquiry's own line. */
async function ownerFacts(db: Db, franchiseeId: number, ids: readonly string[], today: string) {
  const { rows } = await sql<OwnerFacts>`
    select e.id::text as id, e.owner_since as "ownerSince",
      case when u.state <> 'ACTIVE' then 'DISABLED'
        when exists (select from allocation_cover c where c.franchisee_id = e.franchisee_id and c.user_id = e.owner_id and ${today}::date between c.from_on and c.to_on) then 'LEAVE' end as "ownerState",
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
    rows: page.rows.map((row) => ({
      ...row,
      ownerId: row.ownerId ?? '',
      ownerName: row.ownerName ?? 'Somebody',
      ...(facts.get(row.id) ?? { ownerState: null, ownerSince: null, moves: 0 }),
    })),
  };
});

type BatchData = Omit<BatchRow, 'to' | 'skippedWhy' | 'undoUntil' | 'can'> & {
  target: unknown;
  finishedAt: string | null;
  why: { reason: string; n: number }[] | null;
  sort: string;
};

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
      select b.id::text as id, b.franchisee_id as "franchiseeId", b.at, (select ${personName('u')} from app_user u where u.id = b.by) as "byName", b.target, b.reason, b.state,
        b.cancel_asked as "cancelAsked", b.total, b.done, b.moved, b.skipped, b.finished_at as "finishedAt", b.undone_n as "undoneN",
        (select jsonb_agg(jsonb_build_object('reason', w.reason, 'n', w.n) order by w.n desc) from (select reason, count(*)::int as n from reallocation_item i
          where i.franchisee_id = b.franchisee_id and i.batch_id = b.id and i.state = 'SKIPPED' group by reason) w) as why, b.at::text as sort
        from (select * from reallocation_batch b where ${allOf(from)} order by b.at desc, b.id desc limit ${pageLimit(input.limit)}) b order by b.at desc, b.id desc`.execute(
      db,
    );
    const page = cutPage(rows, input, { sort: ORDER, total, at: (last) => last.sort });
    const targets = new Map(page.rows.map((row) => [row.id, targetShape.parse(row.target)]));
    const names = await namesOf(
      db,
      [...targets.values()].flatMap((target) => target.userIds ?? []),
    );
    const mayWrite = holds(actor, enquiryModules.leadReallocation, true);
    return {
      ...page,
      rows: page.rows.map((row) => {
        const target = targets.get(row.id);
        const ended = row.state === 'DONE' || row.state === 'CANCELLED';
        const until = row.finishedAt
          ? new Date(new Date(row.finishedAt).getTime() + UNDO_HOURS * 3_600_000)
          : null;
        return {
          ...row,
          to:
            target?.kind === 'RULES'
              ? 'By the rules'
              : (target?.userIds ?? []).map((id) => names.get(id) ?? 'Somebody').join(', '),
          skippedWhy: (row.why ?? []).map((one) => `${one.n} ${one.reason}`),
          undoUntil: ended && until ? until.toISOString() : null,
          can: {
            cancel: mayWrite && !ended && row.state !== 'UNDONE' && !row.cancelAsked,
            undo: mayWrite && ended && row.moved > 0 && until !== null && until >= now,
          },
        };
      }),
    };
  },
);

const ownerName = (id: string) =>
  sql`(select coalesce(${personName('u')}, 'Somebody') from app_user u where u.id = ${sql.ref(id)})`;

export const reallocationBatch = handle(leadReallocationContract.batch, async ({ db, input }) => {
  const batch = ensureFound(
    await db
      .selectFrom('reallocation_batch')
      .select(['franchisee_id', 'total'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const cursor = input.after ? readCursor(input.after, 'n') : null;
  const { rows } = await sql<ItemRow & { n: number }>`
    select i.enquiry_id::text as id, i.n, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", ${ownerName('i.from_owner')} as "fromName", ${ownerName('i.to_owner')} as "toName",
      i.state, i.reason
      from (select * from reallocation_item i where i.franchisee_id = ${batch.franchisee_id} and i.batch_id = ${input.id}::uuid and i.n > ${Number(cursor?.value ?? 0)}
        order by i.n limit ${pageLimit(input.limit)}) i
      cross join lateral (select enquiry_code, child_first_name, child_last_name, guardian_name from enquiry e where e.franchisee_id = i.franchisee_id and e.id = i.enquiry_id limit 1) e
     order by i.n`.execute(db);
  return cutPage(rows, input, {
    sort: 'n',
    total: cursor?.total ?? { n: batch.total, more: false },
    at: (last) => String(last.n),
  });
});
