import { messageContract } from '@aangan/areas/communication/message/message.contract.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';
import type { Client } from 'pg';
import { dropIndexes, makeIndexes } from '../../db/demo/large/indexes.ts';
import { readRequest, type Scenario } from '../scenario.ts';

/** Of the measured centre; its page is the same however many others have (an index by centre and time). */
const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 200_000);

const PLANT = `
  insert into message (franchisee_id, id, queued_at, kind, channel, language, to_kind, address_mask, name_mask, vars_sealed, body_masked, category, urgency, status, units, sent_at, delivered_at, provider,
      source_kind, source_id)
    select 2, ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, timestamptz '2026-04-01 10:00+05:30' + n * interval '1 second' * (8000000.0 / ${MESSAGES}), 'finance.fee-due', case n % 3 when 0 then 'EMAIL' when 1 then 'SMS' else 'WHATSAPP' end,
      'en', 'GUARDIAN', '+91 98••• •••' || lpad((n % 100)::text, 2, '0'), 'Gita R.', '', 'Fees of A•••: ₹12,500', 'SERVICE', 'ROUTINE',
      case when n % 50 = 0 then 'FAILED' else 'DELIVERED' end, case when n % 3 = 1 then 1 end, timestamptz '2026-04-01 10:01+05:30', timestamptz '2026-04-01 10:02+05:30', 'MSG91', 'FEE', n::text
      from generate_series(1, ${MESSAGES}) n`;

async function prepare(client: Client): Promise<void> {
  const there = await client.query("select from message where id = '00000000-0000-4000-8001-000000000001'");
  if (there.rowCount) return;
  const indexes = await dropIndexes(client, ['message']);
  await client.query(PLANT);
  await makeIndexes(client, indexes);
}

const PAGE = `
  select id, franchisee_id as "franchiseeId", queued_at as "queuedAt", kind, channel, language, name_mask as "to", address_mask as address, subject_masked as subject, body_masked as text, status, reason, units,
    not_before as "notBefore", sent_at as "sentAt", delivered_at as "deliveredAt", provider, source_kind as "sourceKind", source_id as "sourceId", queued_at::text as sort, address_sealed is not null as kept
    from message where franchisee_id = $1 order by queued_at desc, id desc limit $2`;
const COUNT =
  'select count(*)::int as n from (select from message where franchisee_id = $1 limit 10001) counted';

export const outboxPage: Scenario = {
  name: 'outbox',
  title: `Outbox of ${MESSAGES} messages, page of 50`,
  prepare,
  request: () => readRequest(messageContract.list, { limit: 50 }),
  floor: async ({ pool, query, centre }) => {
    const limit = Number(query['limit']);
    const [{ rows: counted }, { rows }] = await Promise.all([
      pool.query<{ n: number }>({ name: 'outbox-count', text: COUNT, values: [centre] }),
      pool.query({ name: 'outbox', text: PAGE, values: [centre, limit + 1] }),
    ]);
    const n = counted[0]?.n ?? 0;
    const total = { n: Math.min(n, 10_000), more: n > 10_000 };
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      rows: rows.slice(0, limit).map(({ sort: _sort, kept, ...row }) => ({
        ...row,
        to: row.to ?? '',
        can: { retry: row.status === 'FAILED' && kept, cancel: row.status === 'QUEUED' },
      })),
      next: last ? writeCursor({ sort: 'queuedAt', value: last.sort, id: last.id, total }) : null,
      total,
    };
  },
};
