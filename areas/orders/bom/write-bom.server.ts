import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { type BomLine, bomContract as contract } from './bom.contract.ts';
import { refuseBom } from './bom.refusals.ts';
import { bomCodes } from './bom.states.ts';

/** Versions of a model are numbered and made active one after the other. */
export async function lockModel(db: Db, id: string): Promise<{ active: boolean }> {
  const { rows } = await sql<{
    active: boolean;
  }>`select active from wow_model where id = ${id} for update`.execute(db);
  return ensureFound(rows[0]);
}

async function ensureOffered(db: Db, lines: readonly BomLine[]): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select p.name from unnest(${lines.map(({ productId }) => productId)}::uuid[]) w (id) left join product p on p.id = w.id
     where p.id is null or not p.in_wow_kit or not p.active limit 1`.execute(db);
  const [stranger] = rows;
  if (stranger)
    throw refuseBom('bom.product-not-mapped', { details: { product: stranger.name ?? 'A product' } });
}

async function writeLines(db: Db, bomId: string, lines: readonly BomLine[]): Promise<void> {
  await db.deleteFrom('wow_bom_line').where('bom_id', '=', bomId).execute();
  await db
    .insertInto('wow_bom_line')
    .values(
      lines.map((line, at) => ({
        bom_id: bomId,
        product_id: line.productId,
        qty: line.qty,
        min_qty: line.minQty,
        max_qty: line.maxQty,
        mandatory: line.mandatory,
        room: line.room,
        seq: at + 1,
      })),
    )
    .execute();
}

interface NewVersion {
  modelId: string;
  note: string | null;
  by: string;
}

async function insertVersion(db: Db, { modelId, note, by }: NewVersion): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into wow_bom (model_id, version_no, note, made_by)
    select ${modelId}, coalesce(max(version_no), 0) + 1, ${note}, ${by} from wow_bom where model_id = ${modelId} returning id`.execute(
    db,
  );
  return ensureFound(rows[0]).id;
}

/** Whoever decides next on a version hears of it. */
export async function tellBom(db: Db, row: RowIn<'wow_bom'>, decidedBy: string | null = null): Promise<void> {
  const model = await db
    .selectFrom('wow_model')
    .select('name')
    .where('id', '=', row.model_id)
    .executeTakeFirst();
  await tellApprovers(db, {
    code: bomCodes[row.status],
    franchiseeId: HEAD_OFFICE,
    what: 'WOW kit BOM',
    no: `${model?.name ?? ''}, version ${row.version_no}`,
    madeBy: row.made_by,
    decidedBy,
    link: '/place-order/wow-kit-bom-configure',
    source: { kind: 'wow-bom', id: row.id },
  });
}

export const createBom = handle(contract.create, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const model = await lockModel(db, input.modelId);
    ensure(model.active, () =>
      refuse('input.invalid', { fields: { modelId: 'Choose a model that is in use' } }),
    );
    await ensureOffered(db, input.lines);
    const id = await insertVersion(db, { modelId: input.modelId, note: input.note, by: userIdOf(actor) });
    await writeLines(db, id, input.lines);
    await tellBom(db, await lockRow(db, 'wow_bom', id));
    return { id };
  }),
);

export const amendBom = handle(contract.amend, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'wow_bom', input.id, version);
    ensure(row.status === 'PENDING' && row.made_by === actor.userId, () => refuseBom('bom.locked'));
    await ensureOffered(db, input.lines);
    await db.updateTable('wow_bom').set({ note: input.note }).where('id', '=', row.id).execute();
    await writeLines(db, row.id, input.lines);
    return {};
  }),
);

export const copyBom = handle(contract.copy, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const seen = ensureFound(
      await db.selectFrom('wow_bom').select('model_id').where('id', '=', input.id).executeTakeFirst(),
    );
    await lockModel(db, seen.model_id);
    const row = await lockRow(db, 'wow_bom', input.id);
    ensure(['REJECTED', 'ACTIVE', 'INACTIVE'].includes(row.status), () => refuseBom('bom.not-copied'));
    const note = `From version ${row.version_no}`;
    const id = await insertVersion(db, { modelId: row.model_id, note, by: userIdOf(actor) });
    await sql`insert into wow_bom_line (bom_id, product_id, qty, min_qty, max_qty, mandatory, room, seq)
      select ${id}, l.product_id, l.qty, l.min_qty, l.max_qty, l.mandatory, l.room, l.seq from wow_bom_line l join product p on p.id = l.product_id
       where l.bom_id = ${row.id} and p.in_wow_kit and p.active`.execute(db);
    await tellBom(db, await lockRow(db, 'wow_bom', id));
    return { id };
  }),
);
