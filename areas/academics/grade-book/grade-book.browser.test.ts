// The grid in a real browser: keys enter and move, what was entered saves itself, a phone shows one child at a time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { academicYearDays } from '@aangan/contract/period.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import { termContract } from '../term/term.contract.ts';
import { assignmentContract } from './assignment.contract.ts';
import { skill, subSkill } from './skill.record.ts';
import { skillTreeContract } from './skill-tree.contract.ts';

let web: WebPages;
let skillId: string;
let subSkillId: string;
before(async () => {
  web = await webPages();
  const kavi = web.server.as('Kavi');
  const add = async (endpoint: typeof skill.endpoints.create, values: object) =>
    (
      (await kavi.call(endpoint ?? assert.fail(), { position: 1, active: true, ...values } as never)) as {
        id: string;
      }
    ).id;
  skillId = await add(skill.endpoints.create, { name: 'Language' });
  subSkillId = await add(subSkill.endpoints.create, { skillId, name: 'Listens and speaks' });
  await kavi.call(skillTreeContract.paste, {
    subSkillId,
    names:
      'Tells a short story in own words\nFollows an instruction of two steps\nSings rhymes with gestures',
  });
  const { rows } = await kavi.call(skillTreeContract.parameters, { skillId, subSkillId });
  const { from, to } = academicYearDays(YEAR);
  await kavi.call(termContract.save, {
    classIds: [NURSERY],
    termNo: 1,
    name: 'Term 1',
    fromOn: from,
    toOn: to,
    entryFrom: from,
    entryTo: to,
  });
  await kavi.call(assignmentContract.save, {
    classId: NURSERY,
    terms: [
      {
        termNo: 1,
        scaleId: '0190d000-0000-7000-8001-000000000001',
        parameters: rows.map(({ id }) => ({ parameterId: id, required: true })),
      },
    ],
  });
});
after(() => web?.close());

const look = async (address: string, who: 'Bina' | 'Kavi', words: string, name: string) => {
  const page = await web.open(address, who);
  await page.getByText(words).first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, name);
  await page.close();
};

test('grades are entered by keys and save themselves; a remark is checked while it is written', async () => {
  const page = await web.open('/grade-book/skills/grade-entry', 'Bina');
  const cell = (child: string, competency: string) =>
    page.getByRole('cell', { name: `${child}, ${competency}` });
  await cell('Aarav', 'Tells a short story').focus();
  await page.keyboard.press('3');
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('n');
  await page.getByLabel('Why it was not observed').fill('Was on leave when we did this');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('3 of 6').first().waitFor();
  await page.getByText('All entries are saved').waitFor();
  await web.server
    .sql(
      `select l.label, e.not_observed from grade_entry e left join rating_level l on l.id = e.level_id where e.enrolment_id = $1 order by l.label nulls last`,
      [children.Aarav.admissionId],
    )
    .then((rows) =>
      assert.deepEqual(rows, [
        { label: 'Sky', not_observed: null },
        { label: null, not_observed: 'Was on leave when we did this' },
      ]),
    );
  await settled(page);
  await fits(page);
  await web.shot(page, 'grade-entry');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Next' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Mountain', pressed: true }).waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'grade-entry-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${web.origin}/grade-book/skills/class-teacher-remark`);
  await page.getByLabel('Remark').fill('Kabir and she build towers together every single morning.');
  await page.getByText('This remark names Kabir.').waitFor();
  await page.getByText('“she” does not fit this child.').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'teacher-remark');
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await fits(page);
  await web.shot(page, 'teacher-remark-phone');
  await page.close();
});

test('the tree, its scales and the assignment', async () => {
  await look('/grade-book/skills/list', 'Kavi', 'Language', 'skills');
  await look('/grade-book/skills/list?tab=scales', 'Bina', 'Mountain', 'scales');
  await look(`/grade-book/skills/subSkills/${skillId}`, 'Kavi', 'Listens and speaks', 'sub-skills');
  await look(
    `/grade-book/skills/parameters/${skillId}/${subSkillId}`,
    'Kavi',
    'Sings rhymes with gestures',
    'competencies',
  );
  await look(`/grade-book/skills/assign?class=${NURSERY}`, 'Kavi', 'Sings rhymes with gestures', 'assign');
});
