import { createHash } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import type { TreeType } from './catalogue.contract.ts';
import { catalogueContract as contract } from './catalogue.contract.ts';
import { refuseCatalogue } from './catalogue.refusals.ts';
import { newParameter, scaleFault } from './parameter-fields.ts';
import { canonical, changesBetween, parametersOf, type Snapshot } from './snapshot.ts';
import { publishedOf, snapshotsOf } from './template.server.ts';

/** What all centres are audited by is written by people of the whole network only. */
export const ensureNetwork = (actor: Actor): void =>
  ensure(actor.wholeNetwork, () => refuseCatalogue('catalogue.network-only'));

const hashOf = (snapshot: Snapshot): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(snapshot)))
    .digest('hex');

type Stored = Pick<TreeType, 'id' | 'name' | 'family' | 'categories'>;

export const tree = handle(contract.tree, async ({ db, actor, input, now }) => {
  const { rows: types } = await sql<Stored>`
    select t.id, t.name, t.family, coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'position', c.position,
        'active', c.active, 'parameters', c.parameters, 'maxPoints', c.points, 'weightBp', c.weight, 'subCategories', c.subs)
        order by c.position, c.name) from (
          select c.id, c.name, c.position, c.active, coalesce(sum(s.parameters), 0) as parameters, coalesce(sum(s.points), 0) as points,
              coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'position', s.position, 'active', s.active,
                'parameters', s.parameters, 'maxPoints', s.points) order by s.position, s.name) filter (where s.id is not null), '[]') as subs,
              (select l.weight_bp from audit_weight_line l where l.category_id = c.id and l.weight_set_id = (
                select w.id from audit_weight_set w where w.type_id = t.id and w.effective_from <= ${todayIst(now)}
                 order by w.effective_from desc limit 1)) as weight
            from audit_category c left join lateral (
              select s.id, s.name, s.position, s.active, count(p.id) as parameters, coalesce(sum(p.max_score * p.weight), 0) as points
                from audit_sub_category s left join audit_parameter p on p.sub_category_id = s.id and p.active
               where s.category_id = c.id group by s.id) s on true
           where c.type_id = t.id group by c.id) c), '[]') as categories
      from audit_type t where t.active and (t.family = 'GENERAL') = ${input.side === 'general'} order by t.family, t.name limit 100`.execute(
    db,
  );
  const ids = types.map(({ id }) => id);
  const [drafts, published] = [await snapshotsOf(db, ids), await publishedOf(db, ids)];
  const rows = types.map((type) => {
    const draft = ensureFound(drafts.get(type.id));
    const last = published.get(type.id);
    return {
      ...type,
      version: last?.version ?? 0,
      publishedAt: last ? new Date(last.at).toISOString() : null,
      publishedBy: last?.by ?? null,
      changeNote: last?.note ?? null,
      ...changesBetween(last?.snapshot ?? null, draft),
      unpublished: draft.categories.length > 0 && last?.sha256 !== hashOf(draft),
    };
  });
  const edit = actor.wholeNetwork && mayCall(actor, contract.publish);
  return { rows, can: { edit, publish: edit } };
});

export const publish = handle(contract.publish, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  // Two who publish at once make two versions, one after the other.
  ensureFound(
    await db
      .selectFrom('audit_type')
      .select('id')
      .where('id', '=', input.typeId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const draft = ensureFound((await snapshotsOf(db, [input.typeId])).get(input.typeId));
  const asked = parametersOf(draft);
  ensure(asked.length > 0, () => refuseCatalogue('catalogue.empty'));
  const codes = asked.map(({ code }) => code.toLowerCase());
  const twice = asked.find(({ code }, i) => codes.indexOf(code.toLowerCase()) !== i);
  ensure(!twice, () => refuseCatalogue('catalogue.code-twice', { details: { code: twice?.code } }));
  const { rows: weighed } = await sql<{ id: string }>`
    select l.category_id as id from audit_weight_line l where l.weight_set_id = (select w.id from audit_weight_set w
      where w.type_id = ${input.typeId} order by w.effective_from desc limit 1)`.execute(db);
  const known = new Set(weighed.map(({ id }) => id));
  ensure(
    draft.categories.every(({ id }) => known.has(id)),
    () => refuseCatalogue('catalogue.no-weights'),
  );
  const last = (await publishedOf(db, [input.typeId])).get(input.typeId);
  const sha256 = hashOf(draft);
  ensure(last?.sha256 !== sha256, () =>
    refuseCatalogue('catalogue.unchanged', { details: { version: last?.version } }),
  );
  const version = (last?.version ?? 0) + 1;
  await sql`insert into audit_template_version (type_id, version_no, snapshot, sha256, parameters, change_note)
    values (${input.typeId}, ${version}, ${JSON.stringify(draft)}::jsonb, ${sha256}, ${asked.length}, ${input.changeNote})`.execute(
    db,
  );
  return { version };
});

export const addParameters = handle(contract.addParameters, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  ensureFound(
    await db
      .selectFrom('audit_sub_category')
      .select('id')
      .where('id', '=', input.subCategoryId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const there = await db
    .selectFrom('audit_parameter')
    .select(['code', 'position'])
    .where('sub_category_id', '=', input.subCategoryId)
    .execute();
  const codes = new Set(there.map(({ code }) => code.toLowerCase()));
  const faults: Record<string, string> = {};
  for (const [i, row] of input.rows.entries()) {
    const code = row.code.toLowerCase();
    if (codes.has(code)) faults[`rows.${i}.code`] = 'This code is there already';
    codes.add(code);
    const scale = scaleFault(row);
    if (scale) faults[`rows.${i}.maxScore`] = scale.maxScore;
  }
  ensure(Object.keys(faults).length === 0, () => refuseCatalogue('catalogue.rows', { fields: faults }));
  const last = Math.max(0, ...there.map(({ position }) => position));
  await db
    .insertInto('audit_parameter')
    .values(
      input.rows.map((row, i) => ({
        sub_category_id: input.subCategoryId,
        code: row.code,
        question: row.question,
        response_kind: row.responseKind,
        max_score: row.maxScore,
        weight: row.weight,
        critical: row.critical,
        photo_on: row.photoOn,
        severity: row.severity,
        optional: newParameter.optional,
        note_on_no: newParameter.noteOnNo,
        owner_kind: newParameter.ownerKind,
        position: Math.min(999, last + i + 1),
      })),
    )
    .execute();
  return { added: input.rows.length };
});
