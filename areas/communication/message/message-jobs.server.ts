import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';

/** Messages whose send was lost with its worker, or ended with its time: their row says so (communication.md 3.1). */
export const reapMessages: JobDeclaration = {
  name: 'communication.reap',
  title: 'Undelivered messages',
  schedule: '*/30 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 30,
  run: async ({ work }) => {
    const result = await work(null, (db) =>
      sql`
      update message m set status = case when m.status = 'QUEUED' then 'CANCELLED' else 'UNKNOWN' end, reason = case when m.status = 'QUEUED' then 'EXPIRED' else 'WORKER_LOST' end
        from outbox o where o.franchisee_id = m.franchisee_id and o.kind in ('communication.send', 'communication.send-again') and o.dedupe_key = m.id::text
         and ((m.status = 'SENDING' and o.state in ('UNKNOWN', 'DEAD')) or (m.status = 'QUEUED' and o.state = 'CANCELLED'))`.execute(
        db,
      ),
    );
    return { ok: Number(result.numAffectedRows ?? 0n), failed: 0 };
  },
};

const MESSAGE_MONTHS = 13; // setting message_months
const VALUE_DAYS = 90; // setting value_days

/** After 90 days a message keeps its masked text only; after 13 months it goes. */
export const forgetMessages: JobDeclaration = {
  name: 'communication.forget',
  title: 'Old messages',
  schedule: '20 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 600,
  run: async ({ work }) => {
    const values = await work(null, (db) =>
      sql`update message set vars_sealed = '', body_sealed = null, address_sealed = null
      where queued_at < now() - make_interval(days => ${VALUE_DAYS}) and address_sealed is not null`.execute(
        db,
      ),
    );
    await work(null, (db) =>
      sql`delete from message_dedupe where at < now() - interval '90 days'`.execute(db),
    );
    await work(null, (db) =>
      sql`delete from message_ref where queued_at < now() - make_interval(months => ${MESSAGE_MONTHS})`.execute(
        db,
      ),
    );
    await work(null, (db) =>
      sql`delete from message_attempt where at < now() - make_interval(months => ${MESSAGE_MONTHS})`.execute(
        db,
      ),
    );
    await work(null, (db) =>
      sql`delete from conversation where last_at < now() - make_interval(months => ${MESSAGE_MONTHS})`.execute(
        db,
      ),
    );
    await work(null, (db) =>
      sql`delete from conversation_item where at < now() - make_interval(months => ${MESSAGE_MONTHS})`.execute(
        db,
      ),
    );
    const gone = await work(null, (db) =>
      sql`delete from message where queued_at < now() - make_interval(months => ${MESSAGE_MONTHS})`.execute(
        db,
      ),
    );
    return { ok: Number(values.numAffectedRows ?? 0n) + Number(gone.numAffectedRows ?? 0n), failed: 0 };
  },
};
