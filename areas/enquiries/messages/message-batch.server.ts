// Writes a message to many: every family is judged again when its turn comes, and the message's own key keeps anybody else
// from writing to it twice a day.
import { serveBatch } from '@aangan/server/batch/serve-batch.ts';
import { several } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { messageBatch } from './bulk-message.contract.ts';
import { begunText } from './message-texts.server.ts';
import { leftOutWords } from './message-words.ts';
import { planMessages } from './plan-messages.server.ts';
import { queueReady } from './ready-messages.server.ts';

/** Messages of one batch are found again by this source. */
const BATCH_SOURCE = 'enquiry-messages';

export const messageBatchHandlers = serveBatch(messageBatch, {
  prepare: async (db, items, { franchiseeId, data, now, ports: { config } }) => {
    const chosen = await begunText(db, franchiseeId, data.template);
    if (!chosen) return null;
    const ids = items.map(({ id }) => id);
    const lines = await planMessages(db, { franchiseeId, ids, chosen, now, config });
    return { chosen, lines: new Map(lines.map((line) => [line.row.id, line])) };
  },
  each: async (db, { id }, prepared, { batchId, now }) => {
    if (!prepared) return { skipped: leftOutWords.NO_TEXT };
    const line = prepared.lines.get(id);
    if (!line) return { skipped: leftOutWords.ENDED };
    if (line.leftOut) return { skipped: leftOutWords[line.leftOut] };
    const { row, values, channel } = line;
    const source = { kind: BATCH_SOURCE, id: batchId };
    const queued = await queueReady(db, prepared.chosen, { row, values, channel, now, source });
    if (!queued) return { skipped: leftOutWords.TODAY };
  },
  names: async (db, franchiseeId, ids) => {
    const { rows } = await sql<{ id: string; label: string; second: string; code: string }>`
      select id, ${childName('e')} as label, enquiry_code as second, enquiry_code as code from enquiry e
       where franchisee_id = ${franchiseeId} and ${several('id', ids, 'uuid')}`.execute(db);
    return new Map(rows.map(({ id, ...name }) => [id, name]));
  },
  notes: async (db, batchIds) => {
    const { rows } = await sql<{ id: string; sent: number; failed: number }>`
      select source_id as id, count(*) filter (where status in ('SENT', 'DELIVERED', 'READ'))::int as sent,
          count(*) filter (where status in ('FAILED', 'UNKNOWN', 'SUPPRESSED', 'CANCELLED'))::int as failed
        from message where source_kind = ${BATCH_SOURCE} and ${several('source_id', batchIds, 'text')} group by source_id`.execute(
      db,
    );
    return new Map(
      rows.map(({ id, sent, failed }) => [
        id,
        [sent > 0 ? `${sent} sent` : '', failed > 0 ? `${failed} not sent` : ''].filter(Boolean).join(', '),
      ]),
    );
  },
});
