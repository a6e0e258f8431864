import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseSop } from '../sop.refusals.ts';
import { sectionStates } from '../version/sop.states.ts';
import { sopSectionContract as contract } from './sop-section.contract.ts';

export type Section = RowIn<'sop_section'>;

/** Head office's rows are head office's alone, and are written with no other centre chosen. */
export function ensureOwn(actor: Actor, franchiseeId: number): void {
  if (franchiseeId !== HEAD_OFFICE) return;
  ensure(actor.wholeNetwork, () => refuseSop('sop.network-only'));
  ensure(actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE, () =>
    refuseSop('sop.centre-chosen'),
  );
}

/** Locks a section that the actor may write: head office's is head office's alone. */
export async function lockSection(db: Db, actor: Actor, id: string, version?: number): Promise<Section> {
  const row = ensureFound(
    await db.selectFrom('sop_section').select('franchisee_id').where('id', '=', id).executeTakeFirst(),
  );
  ensureOwn(actor, row.franchisee_id);
  return lockRow(db, 'sop_section', id, version);
}

const ensureCodeFree = async (
  db: Db,
  of: { franchiseeId: number; code: string; id?: string },
): Promise<void> => {
  const { rows } =
    await sql`select from sop_section where franchisee_id in (${HEAD_OFFICE}, ${of.franchiseeId})
    and code = ${of.code} and id is distinct from ${of.id ?? null}::uuid`.execute(db);
  ensure(rows.length === 0, () =>
    refuseSop('sop.code-taken', { fields: { code: 'Another section has this code' } }),
  );
};

/** A network section stands in folders of the network; a centre's own in those or in its own. */
const ensureFolder = async (db: Db, franchiseeId: number, folderId: string): Promise<void> => {
  const folder = await db
    .selectFrom('sop_folder')
    .select('id')
    .where('id', '=', folderId)
    .where('active', '=', true)
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .executeTakeFirst();
  ensure(folder, () =>
    refuse('input.invalid', { fields: { folderId: 'Choose an active folder of the same owner' } }),
  );
};

export const addSection = handle(contract.add, async ({ db, actor, input }) => {
  const { ownCentre, folderId, title, code, ackDueDays, reviewBy, position } = input;
  if (!ownCentre) ensureOwn(actor, HEAD_OFFICE);
  ensure(!ownCentre || (actor.franchiseeId !== null && actor.franchiseeId !== HEAD_OFFICE), () =>
    refuseSop('sop.no-centre'),
  );
  const franchiseeId = ownCentre ? (actor.franchiseeId ?? HEAD_OFFICE) : HEAD_OFFICE;
  await ensureFolder(db, franchiseeId, folderId);
  await ensureCodeFree(db, { franchiseeId, code });
  return db
    .insertInto('sop_section')
    .values({
      franchisee_id: franchiseeId,
      folder_id: folderId,
      code,
      title,
      owner_id: userIdOf(actor),
      ack_due_days: ackDueDays,
      review_by: reviewBy ?? null,
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const changeSection = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockSection(db, actor, input.id, version);
  await ensureFolder(db, row.franchisee_id, input.folderId);
  await ensureCodeFree(db, { franchiseeId: row.franchisee_id, code: input.code, id: row.id });
  await db
    .updateTable('sop_section')
    .set({
      folder_id: input.folderId,
      title: input.title,
      code: input.code,
      ack_due_days: input.ackDueDays,
      review_by: input.reviewBy ?? null,
      position: input.position,
      owner_id: input.ownerId,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const archiveSection = handle(contract.archive, async ({ db, actor, input, version }) => {
  const row = await lockSection(db, actor, input.id, version);
  await moveStatus(db, {
    states: sectionStates,
    table: 'sop_section',
    row,
    action: 'archive',
    reason: input.reason,
  });
  return {};
});

export const restoreSection = handle(contract.restore, async ({ db, actor, input, version }) => {
  const row = await lockSection(db, actor, input.id, version);
  const published = await db
    .selectFrom('sop_version')
    .select('id')
    .where('section_id', '=', row.id)
    .where('status', '=', 'PUBLISHED')
    .executeTakeFirst();
  await moveStatus(db, {
    states: sectionStates,
    table: 'sop_section',
    row,
    action: published ? 'restore' : 'restoreDraft',
  });
  return {};
});

export const audienceOf = handle(contract.audienceOf, async ({ db, input }) => {
  const section = ensureFound(
    await db.selectFrom('sop_section').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const rows = await db.selectFrom('sop_audience').selectAll().where('section_id', '=', section.id).execute();
  return {
    version: section.version,
    audience: section.audience_model,
    zoneIds: rows.flatMap(({ zone_id }) => (zone_id === null ? [] : [zone_id])),
    centreIds: rows.flatMap(({ centre_id }) => (centre_id === null ? [] : [centre_id])),
    zones: await db
      .selectFrom('zone')
      .select(['id', 'name'])
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
    centres: (
      await sql<{ id: number; name: string }>`select id, company_name as name from franchisee
        where not is_head_office and status in ('ACTIVE', 'SETUP') order by company_name limit 2000`.execute(
        db,
      )
    ).rows,
  };
});

export const setAudience = handle(contract.audience, async ({ db, actor, input, version }) => {
  const row = await lockSection(db, actor, input.id, version);
  await db
    .updateTable('sop_section')
    .set({ audience_model: input.audience })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await db
    .deleteFrom('sop_audience')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('section_id', '=', row.id)
    .execute();
  const values = [...new Set(input.zoneIds)].map((zone_id) => ({
    zone_id,
    centre_id: null as number | null,
    franchisee_id: row.franchisee_id,
    section_id: row.id,
  }));
  const centres = [...new Set(input.centreIds)].map((centre_id) => ({
    zone_id: null as number | null,
    centre_id,
    franchisee_id: row.franchisee_id,
    section_id: row.id,
  }));
  const all = [...values, ...centres];
  if (all.length > 0) await db.insertInto('sop_audience').values(all).execute();
  return {};
});
