import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { catalogueContract as contract } from './catalogue.contract.ts';
import { refuseCatalogue } from './catalogue.refusals.ts';
import { ensureNetwork } from './catalogue.server.ts';
import { weightFault } from './snapshot.ts';

type WeighedType = OutputOf<typeof contract.weights>['types'][number];

export const weights = handle(contract.weights, async ({ db, actor }) => {
  const { rows } = await sql<WeighedType>`
    select t.id, t.name,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.name)
          from audit_category c where c.type_id = t.id and c.active), '[]') as categories,
        coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'effectiveFrom', w.effective_from, 'note', w.note,
            'by', (select ${personName('u')} from app_user u where u.id = w.created_by),
            'lines', (select jsonb_agg(jsonb_build_object('categoryId', c.id, 'name', c.name, 'weightBp', l.weight_bp) order by c.position, c.name)
              from audit_weight_line l join audit_category c on c.id = l.category_id where l.weight_set_id = w.id))
            order by w.effective_from desc) from audit_weight_set w where w.type_id = t.id), '[]') as sets
      from audit_type t where t.active order by t.family, t.name limit 100`.execute(db);
  return { types: rows, can: { save: actor.wholeNetwork && mayCall(actor, contract.saveWeights) } };
});

export const saveWeights = handle(contract.saveWeights, async ({ db, actor, input, now }) => {
  ensureNetwork(actor);
  ensureFound(
    await db
      .selectFrom('audit_type')
      .select('id')
      .where('id', '=', input.typeId)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensure(input.effectiveFrom > todayIst(now), () =>
    refuseCatalogue('weights.too-early', { fields: { effectiveFrom: 'Choose tomorrow or a later day' } }),
  );
  const active = await db
    .selectFrom('audit_category')
    .select('id')
    .where('type_id', '=', input.typeId)
    .where('active', '=', true)
    .execute();
  const given = new Set(input.lines.map(({ categoryId }) => categoryId));
  ensure(
    given.size === input.lines.length &&
      given.size === active.length &&
      active.every(({ id }) => given.has(id)),
    () => refuseCatalogue('weights.categories'),
  );
  const fault = weightFault(input.lines);
  ensure(fault === null, () => refuseCatalogue('weights.total', { details: { ...fault } }));
  const taken =
    await sql`select from audit_weight_set where type_id = ${input.typeId} and effective_from = ${input.effectiveFrom}`.execute(
      db,
    );
  ensure(taken.rows.length === 0, () =>
    refuseCatalogue('weights.day-taken', { fields: { effectiveFrom: 'Choose another day' } }),
  );
  const set = await db
    .insertInto('audit_weight_set')
    .values({ type_id: input.typeId, effective_from: input.effectiveFrom, note: input.note || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('audit_weight_line')
    .values(
      input.lines.map(({ categoryId, weightBp }) => ({
        weight_set_id: set.id,
        category_id: categoryId,
        weight_bp: weightBp,
      })),
    )
    .execute();
  return {};
});
