import { randomUUID } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import {
  type ClassGroupRow,
  classGroupContract,
  type SubjectRow,
  subjectContract,
} from './network-lists.contract.ts';

export const subjectOverview = handle(subjectContract.overview, async ({ db, actor }) => ({
  rows: await subjectRows(db),
  can: { save: actor.wholeNetwork && mayCall(actor, subjectContract.save) },
}));

export const saveSubject = handle(subjectContract.save, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const { version, classIds, id: given, ...values } = input;
  const id = given ?? randomUUID();
  const clash = await db
    .selectFrom('subject')
    .select(['name', 'code'])
    .where('id', '<>', id)
    .where((eb) => eb.or([sql<boolean>`lower(name) = lower(${values.name})`, eb('code', '=', values.code)]))
    .executeTakeFirst();
  if (clash)
    throw refuseAcademics('subject.exists', {
      fields: clash.code === values.code ? { code: 'This code is taken' } : { name: 'This name is taken' },
    });
  if (given === null)
    await db
      .insertInto('subject')
      .values({ id, ...values })
      .execute();
  else {
    const done = await db
      .updateTable('subject')
      .set(values)
      .where('id', '=', given)
      .where('version', '=', version ?? 0)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) await notThere(db, 'subject', given);
  }
  await db.deleteFrom('subject_class').where('subject_id', '=', id).execute();
  const classes = await knownClasses(db, classIds ?? []);
  if (classes.length > 0)
    await db
      .insertInto('subject_class')
      .values(classes.map((class_id) => ({ subject_id: id, class_id })))
      .execute();
  return { id };
});

export const classGroupOverview = handle(classGroupContract.overview, async ({ db, actor }) => ({
  rows: await groupRows(db),
  can: { save: actor.wholeNetwork && mayCall(actor, classGroupContract.save) },
}));

export const saveClassGroup = handle(classGroupContract.save, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const { version, classIds, centreIds, id: given, ...values } = input;
  const id = given ?? randomUUID();
  const clash = await db
    .selectFrom('class_group')
    .select('id')
    .where('id', '<>', id)
    .where('type', '=', values.type)
    .where(sql<boolean>`lower(name) = lower(${values.name})`)
    .executeTakeFirst();
  if (clash) throw refuseAcademics('class-group.exists', { fields: { name: 'This name is taken' } });
  if (given === null)
    await db
      .insertInto('class_group')
      .values({ id, ...values })
      .execute();
  else {
    const done = await db
      .updateTable('class_group')
      .set(values)
      .where('id', '=', given)
      .where('version', '=', version ?? 0)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) await notThere(db, 'class_group', given);
  }
  await db.deleteFrom('class_group_class').where('class_group_id', '=', id).execute();
  await db
    .insertInto('class_group_class')
    .values((await knownClasses(db, classIds)).map((class_id) => ({ class_group_id: id, class_id })))
    .execute();
  await db.deleteFrom('class_group_franchisee').where('class_group_id', '=', id).execute();
  const centres = await knownCentres(db, centreIds ?? []);
  if (centres.length > 0)
    await db
      .insertInto('class_group_franchisee')
      .values(centres.map((centre_id) => ({ class_group_id: id, centre_id })))
      .execute();
  return { id };
});

/** The classes of a group and the centres it holds at (none = all); null when there is no such group. */
export async function classGroupOf(
  db: Db,
  id: string,
): Promise<{ name: string; type: string; classIds: number[]; centreIds: number[] } | null> {
  return (await groupRows(db)).find((row) => row.id === id) ?? null;
}

function ensureNetwork(actor: Actor): void {
  if (!actor.wholeNetwork) throw refuseAcademics('academics.network-only');
}

async function notThere(db: Db, table: 'subject' | 'class_group', id: string): Promise<never> {
  ensureFound(await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst());
  ensureFresh(0);
  throw refuse('row.stale');
}

const unique = (ids: readonly (string | number)[]): number[] => [...new Set(ids.map(Number))];

async function knownClasses(db: Db, ids: readonly (string | number)[]): Promise<number[]> {
  const wanted = unique(ids);
  if (wanted.length === 0) return [];
  const rows = await db.selectFrom('class').select('id').where('id', 'in', wanted).execute();
  if (rows.length < wanted.length)
    throw refuse('input.invalid', { fields: { classIds: 'Choose classes of the list' } });
  return wanted;
}

async function knownCentres(db: Db, ids: readonly (string | number)[]): Promise<number[]> {
  const wanted = unique(ids);
  if (wanted.length === 0) return [];
  const rows = await db.selectFrom('franchisee').select('id').where('id', 'in', wanted).execute();
  if (rows.length < wanted.length)
    throw refuse('input.invalid', { fields: { centreIds: 'Choose centres of the list' } });
  return wanted;
}

async function subjectRows(db: Db): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select u.id, u.name, u.code, u.kind, u.position, u.active, u.version,
           coalesce(array_agg(k.id order by k.position) filter (where k.id is not null), '{}') as "classIds",
           coalesce(array_agg(k.name order by k.position) filter (where k.id is not null), '{}') as classes
      from subject u left join subject_class c on c.subject_id = u.id left join class k on k.id = c.class_id
     group by u.id order by u.position, u.name`.execute(db);
  return rows;
}

async function groupRows(db: Db): Promise<ClassGroupRow[]> {
  const { rows } = await sql<ClassGroupRow>`
    select g.id, g.name, g.type, g.active, g.version, k.ids as "classIds", k.names as classes, f.ids as "centreIds", f.names as centres
      from class_group g
      cross join lateral (select coalesce(array_agg(k.id order by k.position), '{}') as ids, coalesce(array_agg(k.name order by k.position), '{}') as names
        from class_group_class c join class k on k.id = c.class_id where c.class_group_id = g.id) k
      cross join lateral (select coalesce(array_agg(f.id order by f.id), '{}') as ids, coalesce(array_agg(f.company_name order by f.id), '{}') as names
        from class_group_franchisee c join franchisee f on f.id = c.centre_id where c.class_group_id = g.id) f
     order by g.type, lower(g.name)`.execute(db);
  return rows;
}
