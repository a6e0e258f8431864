import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import {
  type Level,
  linesOf,
  type ParameterRow,
  type SkillRow,
  type SubSkillRow,
  skillTreeContract,
  skillTreeImport,
} from './skill-tree.contract.ts';

const canChange = (actor: Actor) => ({
  change: actor.wholeNetwork && mayCall(actor, skillTreeContract.paste),
});

/** Skills, scales and what a class is graded on are head office's (academics.md D28). */
export function ensureNetwork(actor: Actor): void {
  if (!actor.wholeNetwork) throw refuseAcademics('academics.network-only');
}

/** The levels of each scale, by rank. */
export async function levelsByScale(db: Db): Promise<ReadonlyMap<string, Level[]>> {
  const rows = await db
    .selectFrom('rating_level')
    .select(['id', 'scale_id', 'rank', 'label', 'label_hi as labelHi', 'descriptor', 'colour'])
    .orderBy('rank')
    .execute();
  const levels = new Map<string, Level[]>();
  for (const { scale_id, ...level } of rows)
    levels.set(scale_id, [...(levels.get(scale_id) ?? []), level as Level]);
  return levels;
}

/** The scales with their levels, by rank. */
export async function scalesOf(db: Db): Promise<{ id: string; name: string; levels: Level[] }[]> {
  const [scales, levels] = await Promise.all([
    db.selectFrom('rating_scale').select(['id', 'name']).orderBy('position').execute(),
    levelsByScale(db),
  ]);
  return scales.map((scale) => ({ ...scale, levels: levels.get(scale.id) ?? [] }));
}

export const skillOverview = handle(skillTreeContract.overview, async ({ db, actor }) => {
  const { rows } = await sql<SkillRow>`
    select s.id, s.version, s.name, s.name_hi as "nameHi", s.domain_code as "domainCode", s.position, s.active,
           (select count(*)::int from sub_skill g where g.skill_id = s.id and g.active) as "subSkills",
           (select count(*)::int from skill_parameter p join sub_skill g on g.id = p.sub_skill_id where g.skill_id = s.id and g.active and p.active) as competencies,
           array(select k.name from class k where k.id in (
             select a.class_id from skill_assignment a join skill_parameter p on p.id = a.parameter_id join sub_skill g on g.id = p.sub_skill_id
              where g.skill_id = s.id and a.academic_year_id = ${chosenYear(actor)}) order by k.position) as classes
      from skill s order by s.position, s.name`.execute(db);
  return { rows, scales: await scalesOf(db), can: canChange(actor) };
});

export const subSkillOverview = handle(skillTreeContract.subSkills, async ({ db, actor, input }) => {
  const found = await skillNamed(db, input.skillId);
  const { rows } = await sql<SubSkillRow>`
    select g.id, g.version, g.skill_id as "skillId", g.name, g.cg_code as "cgCode", g.position, g.active,
           (select count(*)::int from skill_parameter p where p.sub_skill_id = g.id and p.active) as competencies
      from sub_skill g where g.skill_id = ${input.skillId} order by g.position, g.name`.execute(db);
  return { skill: found, rows, can: canChange(actor) };
});

export const parameterOverview = handle(skillTreeContract.parameters, async ({ db, actor, input }) => {
  const found = await skillNamed(db, input.skillId);
  // A sub-skill under another skill's address is not there.
  const subSkill = ensureFound(
    await db
      .selectFrom('sub_skill')
      .select(['id', 'name'])
      .where('id', '=', input.subSkillId)
      .where('skill_id', '=', input.skillId)
      .executeTakeFirst(),
  );
  const { rows } = await sql<ParameterRow>`
    select p.id, p.version, p.sub_skill_id as "subSkillId", p.name, p.name_hi as "nameHi", p.ability, p.guidance, p.position, p.active,
           1 as competencies,
           array(select k.name || ': ' || string_agg(a.term_no::text, ', ' order by a.term_no) from skill_assignment a join class k on k.id = a.class_id
                  where a.parameter_id = p.id and a.academic_year_id = ${chosenYear(actor)} group by k.id order by k.position) as "usedIn"
      from skill_parameter p where p.sub_skill_id = ${input.subSkillId} order by p.position, p.name`.execute(
    db,
  );
  return { skill: found, subSkill, rows, can: canChange(actor) };
});

const skillNamed = async (db: Db, id: string): Promise<{ id: string; name: string }> =>
  ensureFound(await db.selectFrom('skill').select(['id', 'name']).where('id', '=', id).executeTakeFirst());

export const pasteParameters = handle(skillTreeContract.paste, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const { subSkillId } = input;
  ensureFound(
    // Two who paste at once follow each other: positions stay apart.
    await db.selectFrom('sub_skill').select('id').where('id', '=', subSkillId).forUpdate().executeTakeFirst(),
  );
  const names = linesOf(input.names);
  if (names.length === 0) throw refuse('input.invalid', { fields: { names: 'One competency a line' } });
  const there = await db
    .selectFrom('skill_parameter')
    .select(['name', 'position'])
    .where('sub_skill_id', '=', subSkillId)
    .execute();
  const known = new Set(there.map(({ name }) => name.toLowerCase()));
  const fresh = names.filter((name) => !known.has(name.toLowerCase()));
  const last = Math.max(0, ...there.map(({ position }) => position));
  if (fresh.length > 0)
    await db
      .insertInto('skill_parameter')
      .values(fresh.map((name, n) => ({ sub_skill_id: subSkillId, name, position: last + n + 1 })))
      .execute();
  return { added: fresh.length, known: names.length - fresh.length };
});

export const skillTreeImportHandlers = serveImport(skillTreeImport, {
  allowed: ({ actor }) => ensureNetwork(actor),
  check: async (db, rows) => {
    const known = await parametersByName(db);
    for (const row of rows) {
      const { domain, goal, competency } = row.values;
      if (domain && goal && competency && known.has(keyOf(domain, goal, competency)))
        row.fault('competency', 'stands under this goal already.');
    }
  },
  save: async (db, rows) => {
    // The next number of a level, by its parent; a file adds behind what is there.
    const { rows: places } = await sql<{ parent: string; last: number }>`
      select '' as parent, coalesce(max(position), 0)::int as last from skill
      union all select skill_id::text, max(position)::int from sub_skill group by 1
      union all select sub_skill_id::text, max(position)::int from skill_parameter group by 1`.execute(db);
    const last = new Map(places.map(({ parent, last: n }) => [parent, n]));
    const next = (parent: string): number => {
      const n = (last.get(parent) ?? 0) + 1;
      last.set(parent, n);
      return n;
    };
    for (const row of rows) {
      const skillId =
        (await idByName(db, 'skill', row.domain)) ??
        (
          await db
            .insertInto('skill')
            .values({ name: row.domain, domain_code: row.domainCode, position: next('') })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
      const subSkillId =
        (await idByName(db, 'sub_skill', row.goal, skillId)) ??
        (
          await db
            .insertInto('sub_skill')
            .values({ skill_id: skillId, name: row.goal, cg_code: row.cgCode, position: next(skillId) })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
      await db
        .insertInto('skill_parameter')
        .values({
          sub_skill_id: subSkillId,
          name: row.competency,
          name_hi: row.competencyHi,
          ability: row.ability,
          position: next(subSkillId),
        })
        .execute();
    }
  },
  writes: ['skill', 'sub_skill', 'skill_parameter'],
});

const keyOf = (...names: readonly string[]): string => names.map((name) => name.toLowerCase()).join('\n');

async function parametersByName(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('skill_parameter as p')
    .innerJoin('sub_skill as g', 'g.id', 'p.sub_skill_id')
    .innerJoin('skill as s', 's.id', 'g.skill_id')
    .select(['s.name as skill', 'g.name as goal', 'p.name'])
    .execute();
  return new Set(rows.map((row) => keyOf(row.skill, row.goal, row.name)));
}

async function idByName(
  db: Db,
  table: 'skill' | 'sub_skill',
  name: string,
  skillId?: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where lower(name) = lower(${name}) and ${skillId === undefined ? sql`true` : sql`skill_id = ${skillId}`}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
