// Closing a centre: asked by one, approved by another; on the day itself its access ends and parents keep reading.
import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuse } from '../network-refusals.ts';
import { franchiseeStates } from './franchisee.states.ts';
import { ensureNothing, unmetByAreas } from './franchisee-guards.server.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { ensureSecondPerson, tellAreas } from './franchisee-life.server.ts';
import { lockCentre, noteEvent } from './franchisee-rows.server.ts';
import { tellOwners } from './tell-owners.server.ts';

const waitingOf = (db: Db, franchiseeId: number) =>
  db
    .selectFrom('franchisee_closing')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('state', '=', 'WAITING')
    .forUpdate()
    .executeTakeFirst();

async function openFor(db: Db, actor: Actor, id: number, version: number) {
  const row = await lockCentre(db, actor, id);
  ensureStep(franchiseeStates, row.status, 'close', () => refuse('franchisee.wrong-state'));
  if (row.version !== version) ensureFresh(0);
  return row;
}

export const closeFranchisee = handle(franchiseeLife.close, async ({ db, actor, input, version, now }) => {
  const row = await openFor(db, actor, input.franchiseeId, version);
  if (input.on < todayIst(now)) throw refuse('franchisee.wrong-day', { fields: { on: 'Not before today' } });
  if (await waitingOf(db, row.id)) throw refuse('franchisee.closing-asked');
  ensureNothing(await unmetByAreas(db, 'CLOSE', row.id, input.on));
  await db
    .insertInto('franchisee_closing')
    .values({ franchisee_id: row.id, close_on: input.on, reason: input.reason, asked_by: userIdOf(actor) })
    .execute();
  await noteEvent(db, { franchiseeId: row.id, action: 'close asked', reason: input.reason });
  await tellOwners(db, row, {
    key: 'centre-closing',
    dedupeKey: `closing:${version}`,
    on: input.on,
    reason: input.reason,
  });
  return { status: row.status };
});

export const approveClose = handle(
  franchiseeLife.approveClose,
  async ({ db, actor, input, version, now }) => {
    const row = await openFor(db, actor, input.franchiseeId, version);
    const asked = await waitingOf(db, row.id);
    if (!asked) throw refuse('franchisee.no-closing');
    ensureNothing(await unmetByAreas(db, 'CLOSE', row.id, asked.close_on));
    await ensureSecondPerson(db, actor, {
      franchiseeId: row.id,
      version,
      makerId: asked.asked_by,
      what: 'close',
    });
    await db
      .updateTable('franchisee_closing')
      .set({ state: 'APPROVED', decided_by: userIdOf(actor), decided_at: now.toISOString() })
      .where('franchisee_id', '=', row.id)
      .where('id', '=', asked.id)
      .execute();
    await noteEvent(db, { franchiseeId: row.id, action: 'close approved' });
    // A later day is kept by the job network.centre-closing.
    if (asked.close_on > todayIst(now)) return { status: row.status };
    await closeNow(db, row.id, { on: asked.close_on, now });
    return { status: 'CLOSED' as const };
  },
);

export const withdrawClose = handle(
  franchiseeLife.withdrawClose,
  async ({ db, actor, input, version, now }) => {
    const row = await openFor(db, actor, input.franchiseeId, version);
    const asked = await waitingOf(db, row.id);
    if (!asked) throw refuse('franchisee.no-closing');
    await db
      .updateTable('franchisee_closing')
      .set({ state: 'WITHDRAWN', decided_by: userIdOf(actor), decided_at: now.toISOString() })
      .where('franchisee_id', '=', row.id)
      .where('id', '=', asked.id)
      .execute();
    await noteEvent(db, { franchiseeId: row.id, action: 'close withdrawn' });
    return { status: row.status };
  },
);

/** Ends staff access, territory and links of a centre. Parents keep reading for 365 days (network.md 3.2). */
export async function closeNow(
  db: Db,
  franchiseeId: number,
  { on, now }: { on: string; now: Date },
): Promise<void> {
  const row = ensureFound(
    await db
      .selectFrom('franchisee')
      .selectAll()
      .where('id', '=', franchiseeId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const to = ensureStep(franchiseeStates, row.status, 'close', () => refuse('franchisee.wrong-state'));
  await db
    .updateTable('franchisee')
    .set({ status: to, closed_on: on, suspend: null })
    .where('id', '=', franchiseeId)
    .execute();
  await db
    .updateTable('franchisee_closing')
    .set({ state: 'DONE' })
    .where('franchisee_id', '=', franchiseeId)
    .where('state', '=', 'APPROVED')
    .execute();
  await tellOwners(db, row, { key: 'centre-closed', dedupeKey: `closed:${on}` });
  const at = now.toISOString();
  await sql`update user_role g set ended_at = ${at} from role r where r.id = g.role_id and r.reach <> 'FAMILY'
    and g.franchisee_id = ${franchiseeId} and g.ended_at is null`.execute(db);
  await sql`update user_centre set to_on = greatest(from_on, ${on}::date) where franchisee_id = ${franchiseeId} and (to_on is null or to_on > ${on}::date)`.execute(
    db,
  );
  await sql`update franchisee_pincode set to_on = greatest(from_on, ${on}::date) where franchisee_id = ${franchiseeId} and (to_on is null or to_on > ${on}::date)`.execute(
    db,
  );
  await db.deleteFrom('pincode_exclusive').where('franchisee_id', '=', franchiseeId).execute();
  await sql`update public_link set revoked_at = ${at}, revoke_reason = 'centre closed'
    where franchisee_id = ${franchiseeId} and revoked_at is null and purpose not in ('receipt.view', 'receipt.verify', 'certificate.verify', 'training.certificate')`.execute(
    db,
  );
  await noteEvent(db, { franchiseeId, action: 'close', from: row.status, to });
  await tellAreas(db, { franchiseeId, to, dedupeKey: `${franchiseeId}:close:${row.version}` });
}

/** Closes the centres whose approved day has come. One that is no longer settled waits and is reported. */
export const centreClosing: JobDeclaration = {
  name: 'network.centre-closing',
  title: 'Centres that close today',
  schedule: '15 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 7200,
  timeoutS: 300,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const due = await tools.work(null, (db) =>
      db
        .selectFrom('franchisee_closing as c')
        .innerJoin('franchisee as f', 'f.id', 'c.franchisee_id')
        .select(['f.id', 'c.close_on'])
        .where('c.state', '=', 'APPROVED')
        .where('c.close_on', '<=', today)
        .where('f.status', 'in', ['ACTIVE', 'SUSPENDED'])
        .execute(),
    );
    let ok = 0;
    const waiting: string[] = [];
    for (const row of due) {
      const unmet = await tools.work(null, async (db) => {
        const missing = await unmetByAreas(db, 'CLOSE', row.id, row.close_on);
        if (missing.length === 0) await closeNow(db, row.id, { on: row.close_on, now: tools.now });
        return missing;
      });
      if (unmet.length === 0) ok += 1;
      else waiting.push(`centre ${row.id}: ${unmet.join(', ')}`);
    }
    return { ok, failed: waiting.length, ...(waiting.length > 0 ? { log: waiting.join('\n') } : {}) };
  },
};

/** Ends suspensions whose last day is over. What was stopped for dues is released by a person who has seen the money. */
export const suspensionEnd: JobDeclaration = {
  name: 'network.suspension-end',
  title: 'Suspensions of centres that end',
  schedule: '5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 60,
  run: (tools) =>
    tools.work(null, async (db) => {
      const today = todayIst(tools.now);
      const { rows } = await sql<{ id: number; company_name: string; zone_id: number | null }>`
        update franchisee set status = 'ACTIVE', suspend = null
         where status = 'SUSPENDED' and suspend ->> 'kind' <> 'DUES' and (suspend ->> 'until')::date < ${today}::date
        returning id, company_name, zone_id`.execute(db);
      for (const row of rows) {
        await noteEvent(db, {
          franchiseeId: row.id,
          action: 'resume',
          from: 'SUSPENDED',
          to: 'ACTIVE',
          reason: 'The last day is over',
        });
        await tellOwners(db, row, { key: 'centre-resumed', dedupeKey: `resume:${today}` });
      }
      return { ok: rows.length, failed: 0 };
    }),
};
