// Themes: months, words and skills of a class group, written by authors only.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { themeContract as contract } from './theme.contract.ts';
import { themeAndSkill } from './theme-and-skill.record.ts';

let app: TestApp;
const ids = { group: randomUUID(), other: randomUUID(), skill: randomUUID(), sub: randomUUID() };
const parameters = [randomUUID(), randomUUID()] as const;
before(async () => {
  app = await testApp();
  await app.sql(
    `insert into class_group (id, name, type) values ($1, 'Themes', 'Curriculum_CMS'), ($2, 'Trainings', 'Teacher Training')`,
    [ids.group, ids.other],
  );
  await app.sql(`insert into skill (id, name) values ($1, 'Listening')`, [ids.skill]);
  await app.sql(`insert into sub_skill (id, skill_id, name) values ($1, $2, 'Sounds')`, [ids.sub, ids.skill]);
  for (const [i, id] of parameters.entries())
    await app.sql('insert into skill_parameter (id, sub_skill_id, name) values ($1, $2, $3)', [
      id,
      ids.sub,
      `Knows sound ${i + 1}`,
    ]);
});
after(() => app.close());

const kavi = () => app.as('Kavi', { centre: null });
interface Theme {
  name: string;
  months: string[];
  vocabulary: string | null;
  version: number;
}
const themeOf = async (id: string) => (await kavi().call(themeAndSkill.endpoints.get, { id })) as Theme;
const MONSOON = {
  name: 'Monsoon',
  nameHi: 'बारिश',
  classGroupId: ids.group,
  colour: 'BLUE' as const,
  months: ['JUN' as const, 'JUL' as const],
  vocabulary: 'rain\n\n cloud \n',
  active: true,
};

test('a theme is added with its skills and changed', async () => {
  const { id } = await kavi().call(contract.add, { ...MONSOON, skillIds: [...parameters] });
  const row = await themeOf(id);
  assert.deepEqual([row.name, row.months, row.vocabulary], ['Monsoon', ['JUN', 'JUL'], 'rain\ncloud']);
  assert.equal((await kavi().call(contract.skills, { id })).skills.length, 2);
  const change = { ...MONSOON, id, name: 'Rain', skillIds: [parameters[1]] };
  await kavi().call(contract.change, change, { version: row.version });
  assert.deepEqual(
    (await kavi().call(contract.skills, { id })).skills.map(({ name }) => name),
    ['Knows sound 2'],
  );
  await kavi().refused(contract.change, change, 'row.stale', { version: row.version });
});

test('refused: a taken name, another type of group, unknown and retired skills, too many words, an unknown theme', async () => {
  const { id } = await kavi().call(contract.add, { ...MONSOON, name: 'Colours', skillIds: [parameters[0]] });
  await kavi().refused(contract.add, { ...MONSOON, name: 'COLOURS' }, 'theme.name-taken');
  await kavi().refused(
    contract.add,
    { ...MONSOON, name: 'Other', classGroupId: ids.other },
    'theme.group-type',
  );
  await kavi().refused(
    contract.add,
    { ...MONSOON, name: 'Other', skillIds: [randomUUID()] },
    'input.invalid',
  );
  await kavi().refused(
    contract.add,
    { ...MONSOON, name: 'Other', vocabulary: 'word\n'.repeat(41) },
    'input.invalid',
  );
  await kavi().refused(contract.change, { ...MONSOON, id: randomUUID(), name: 'Other' }, 'row.not-found', {
    version: 1,
  });
  await kavi().refused(contract.skills, { id: randomUUID() }, 'row.not-found');
  await app.sql('update skill_parameter set active = false where id = $1', [parameters[0]]);
  await kavi().refused(contract.add, { ...MONSOON, name: 'New', skillIds: [parameters[0]] }, 'input.invalid');
  // The theme that had it keeps it.
  const { version } = await themeOf(id);
  await kavi().call(
    contract.change,
    { ...MONSOON, id, name: 'Colours', skillIds: [parameters[0]] },
    { version },
  );
  assert.equal((await kavi().call(contract.skills, { id })).skills.length, 1);
});
