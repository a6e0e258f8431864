import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classGroupOf } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { themeContract as contract } from './theme.contract.ts';

const WORDS = 40;
const WORD = 40;
type Input = ParsedInputOf<typeof contract.add>;

const themeExists = async (db: Db, id: string) =>
  ensureFound(await db.selectFrom('theme_and_skill').select('id').where('id', '=', id).executeTakeFirst());

export const themeSkills = handle(contract.skills, async ({ db, input }) => {
  await themeExists(db, input.id);
  return {
    skills: (
      await sql<{
        id: string;
        name: string;
      }>`select p.id, p.name from theme_skill t join skill_parameter p on p.id = t.parameter_id
        where t.theme_id = ${input.id} order by p.name, p.id`.execute(db)
    ).rows,
  };
});

/** The columns of a theme; refuses a class group without material and plans, a taken name and words that are too many or too long. */
async function columnsOf(db: Db, id: string | null, input: Input) {
  const group = await classGroupOf(db, input.classGroupId);
  ensure(group?.type === 'Curriculum' || group?.type === 'Curriculum_CMS', () =>
    refuseCurriculum('theme.group-type', {
      fields: { classGroupId: 'Choose a class group of type Curriculum or Curriculum_CMS' },
    }),
  );
  const { rows } = await sql`select from theme_and_skill where class_group_id = ${input.classGroupId}
    and lower(name) = lower(${input.name}) and id is distinct from ${id}::uuid`.execute(db);
  ensure(rows.length === 0, () =>
    refuseCurriculum('theme.name-taken', { fields: { name: 'This class group has a theme of this name' } }),
  );
  const words = (input.vocabulary ?? '')
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean);
  ensure(words.length <= WORDS && words.every((word) => word.length <= WORD), () =>
    refuse('input.invalid', {
      fields: { vocabulary: `At most ${WORDS} words, each of at most ${WORD} characters` },
    }),
  );
  return {
    name: input.name,
    name_hi: input.nameHi ?? null,
    class_group_id: input.classGroupId,
    colour: input.colour,
    months: [...new Set(input.months)],
    vocabulary: words.join('\n') || null,
    description: input.description ?? null,
    active: input.active,
  };
}

async function writeSkills(db: Db, themeId: string, skillIds: readonly (string | number)[]): Promise<void> {
  const wanted = [...new Set(skillIds.map(String))];
  await sql`delete from theme_skill where theme_id = ${themeId} and parameter_id <> all (${wanted}::uuid[])`.execute(
    db,
  );
  // One that was retired since stays where it is; it is not given to other themes.
  await sql`insert into theme_skill (theme_id, parameter_id) select ${themeId}, p.id from skill_parameter p
    where p.id = any (${wanted}::uuid[]) and p.active on conflict do nothing`.execute(db);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from theme_skill where theme_id = ${themeId}`.execute(db);
  ensure(rows[0]?.n === wanted.length, () =>
    refuse('input.invalid', { fields: { skillIds: 'Choose skills of the list' } }),
  );
}

export const addTheme = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const row = await db
    .insertInto('theme_and_skill')
    .values(await columnsOf(db, null, input))
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeSkills(db, row.id, input.skillIds ?? []);
  return row;
});

export const changeTheme = handle(contract.change, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  await themeExists(db, input.id);
  const done = await db
    .updateTable('theme_and_skill')
    .set(await columnsOf(db, input.id, input))
    .where('id', '=', input.id)
    .where('version', '=', version ?? 0)
    .executeTakeFirst();
  ensureFresh(Number(done.numUpdatedRows));
  await writeSkills(db, input.id, input.skillIds ?? []);
  return {};
});
