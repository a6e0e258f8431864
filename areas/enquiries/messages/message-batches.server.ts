import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { namesOf } from '../allocation/lead-allocation.queries.server.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { enquiryModules } from '../modules.ts';
import { bulkMessageContract } from './bulk-message.contract.ts';
import { BATCH_SOURCE } from './message-job.server.ts';
import { textLabels } from './message-texts.server.ts';
import { leftOutText } from './message-words.ts';

interface BatchData {
  id: string;
  franchisee_id: number;
  at: string;
  by: string | null;
  template: string;
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED';
  cancel_asked: boolean;
  total: number;
  done: number;
  queued: number;
  skipped: number;
  sent: number;
  failed: number;
  sort_value: string;
}

const ORDER = 'at';

export const messageBatches = handle(bulkMessageContract.batches, async ({ db, actor, input }) => {
  const where = [
    inChosenCentre(actor, 'b.franchisee_id'),
    ...(input.id ? [sql`b.id = ${input.id}::uuid`] : []),
  ];
  const cursor = input.after ? readCursor(input.after, ORDER) : null;
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from enquiry_message_batch b where ${allOf(where)}`));
  const from = cursor
    ? [...where, sql`(b.at, b.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`]
    : where;
  const { rows } = await sql<BatchData>`
    select b.id::text as id, b.franchisee_id, b.at, b.by::text as by, b.template, b.state, b.cancel_asked, b.total, b.done, b.queued, b.skipped, m.sent, m.failed, b.at::text as sort_value
      from (select * from enquiry_message_batch b where ${allOf(from)} order by b.at desc, b.id desc limit ${input.limit + 1}) b
      cross join lateral (
        select count(*) filter (where m.status in ('SENT', 'DELIVERED', 'READ'))::int as sent, count(*) filter (where m.status in ('FAILED', 'UNKNOWN', 'SUPPRESSED', 'CANCELLED'))::int as failed
          from message m where m.franchisee_id = b.franchisee_id and m.source_kind = ${BATCH_SOURCE} and m.source_id = b.id::text) m
     order by b.at desc, b.id desc`.execute(db);
  const page = cutPage(rows, input, { sort: ORDER, total, at: (last) => last.sort_value });
  const names = await namesOf(
    db,
    page.rows.map((row) => row.by),
  );
  const labelOf = await textLabels(
    db,
    page.rows.map((row) => row.template),
  );
  const mayWrite = holds(actor, enquiryModules.followup, true);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      franchiseeId: row.franchisee_id,
      at: row.at,
      byName: row.by ? (names.get(row.by) ?? null) : null,
      label: labelOf(row.template),
      state: row.state,
      cancelAsked: row.cancel_asked,
      total: row.total,
      done: row.done,
      queued: row.queued,
      skipped: row.skipped,
      sent: row.sent,
      failed: row.failed,
      can: { cancel: mayWrite && (row.state === 'QUEUED' || row.state === 'RUNNING') && !row.cancel_asked },
    })),
  };
});

interface ItemData {
  id: string;
  n: number;
  enquiry_code: string;
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
  state: 'WAITING' | 'QUEUED' | 'SKIPPED';
  reason: string | null;
}

export const messageItems = handle(bulkMessageContract.items, async ({ db, input }) => {
  const batch = ensureFound(
    await db
      .selectFrom('enquiry_message_batch')
      .select(['franchisee_id', 'total'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const cursor = input.after ? readCursor(input.after, 'n') : null;
  const { rows } = await sql<ItemData>`
    select i.enquiry_id::text as id, i.n, e.enquiry_code, e.child_first_name, e.child_last_name, e.guardian_name, i.state, i.reason
      from (select * from enquiry_message_item i where i.franchisee_id = ${batch.franchisee_id} and i.batch_id = ${input.id}::uuid and i.n > ${Number(cursor?.value ?? 0)}
        order by i.n limit ${input.limit + 1}) i
      cross join lateral (select enquiry_code, child_first_name, child_last_name, guardian_name from enquiry e where e.franchisee_id = i.franchisee_id and e.id = i.enquiry_id limit 1) e
     order by i.n`.execute(db);
  const page = cutPage(rows, input, {
    sort: 'n',
    total: cursor?.total ?? { n: batch.total, more: false },
    at: (last) => String(last.n),
  });
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      enquiryCode: row.enquiry_code,
      childName: childNameOf(row),
      state: row.state,
      reason: leftOutText(row.reason),
    })),
  };
});
