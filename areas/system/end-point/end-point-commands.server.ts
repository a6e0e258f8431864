// What super admins change of the catalogue of end points; what the product declares itself stays (system.md 4).
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseSystem } from '../system.refusals.ts';
import { endPointContract } from './end-point.contract.ts';

export const createEndPoint = handle(endPointContract.create, async ({ db, input }) => {
  const module = await db
    .selectFrom('module')
    .select('name')
    .where('name', '=', input.module)
    .executeTakeFirst();
  if (!module) throw refuse('input.invalid', { fields: { module: 'Choose a module of the list' } });
  const row = await db
    .insertInto('system_end_point')
    .values({
      module: input.module,
      method: input.method,
      title: input.title,
      description: input.description ?? null,
      origin: 'MANUAL',
    })
    .onConflict((oc) => oc.columns(['module', 'method']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row)
    throw refuseSystem('end-point.duplicate', {
      details: { method: input.method, module: input.module },
      fields: { method: 'Choose another method' },
    });
  return row;
});

export const updateEndPoint = handle(endPointContract.update, async ({ db, input, version }) => {
  await lockPair(db, input.endPointId);
  const done = await db
    .updateTable('system_end_point')
    .set({ title: input.title, description: input.description ?? null })
    .where('id', '=', input.endPointId)
    .where('version', '=', version)
    .returning(['id', 'version'])
    .executeTakeFirst();
  ensureFresh(done ? 1 : 0);
  return ensureFound(done);
});

async function lockPair(db: Db, id: number) {
  return ensureFound(
    await db
      .selectFrom('system_end_point')
      .select(['id', 'origin'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );
}

export const removeEndPoint = handle(endPointContract.remove, async ({ db, input }) => {
  const pair = await lockPair(db, input.endPointId);
  if (pair.origin !== 'MANUAL') throw refuseSystem('end-point.declared');
  const { n } = await db
    .selectFrom('role_end_point')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('end_point_id', '=', pair.id)
    .executeTakeFirstOrThrow();
  if (n > 0) throw refuseSystem('end-point.held', { details: { n } });
  await db.deleteFrom('system_end_point').where('id', '=', pair.id).execute();
  return { id: pair.id };
});
