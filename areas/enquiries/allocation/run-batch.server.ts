// Rules that a person ran over waiting leads are one batch like a move: it stands among the moves and can be taken back.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

interface Given {
  enquiryId: string;
  to: string;
}

/** Writes a finished batch with what the rules gave; its id goes into the log of each decision. */
export async function openRunBatch(
  db: Db,
  at: { franchiseeId: number; now: Date; by: string | null },
): Promise<string> {
  const { id } = await db
    .insertInto('reallocation_batch')
    .values({
      franchisee_id: at.franchiseeId,
      filters: JSON.stringify({ waiting: true }),
      target: JSON.stringify({ kind: 'RULES' }),
      state: 'DONE',
      total: 0,
      by: at.by,
      at: at.now.toISOString(),
      finished_at: at.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What the batch gave; one that gave nothing is none. */
export async function closeRunBatch(
  db: Db,
  { franchiseeId, batchId }: { franchiseeId: number; batchId: string },
  given: readonly Given[],
): Promise<void> {
  if (given.length === 0) {
    await db
      .deleteFrom('reallocation_batch')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', batchId)
      .execute();
    return;
  }
  await db
    .updateTable('reallocation_batch')
    .set({ total: given.length, done: given.length, moved: given.length })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', batchId)
    .execute();
  await sql`insert into reallocation_item (franchisee_id, batch_id, n, enquiry_id, to_owner, state)
    select ${franchiseeId}::int, ${batchId}::uuid, n, (l ->> 'enquiryId')::uuid, (l ->> 'to')::uuid, 'MOVED'
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as x (l, n)`.execute(db);
}
