// What the tests of days share: a class group, plans in folders of their own, and days with content.
import { randomUUID } from 'node:crypto';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { folderContract } from '../folder/folder.contract.ts';
import { planContract, windowContract } from '../plan/plan.contract.ts';
import { dayContract as contract } from './day.contract.ts';
import { type DayBlock, type DayContent, emptyContent } from './day-content.ts';

const NURSERY = 3;

export const block = (more: Partial<DayBlock> = {}): DayBlock => ({
  id: randomUUID(),
  kind: 'CIRCLE_TIME',
  title: 'Good morning',
  body: 'Sit in a circle.',
  minutes: 20,
  optional: false,
  share: true,
  files: [],
  videoId: null,
  skillIds: [],
  materials: [{ name: 'Bell', qty: 1, basis: 'CLASS', source: 'CENTRE' }],
  ...more,
});

export const content = (title: string, more: Partial<DayContent> = {}): DayContent => ({
  ...emptyContent,
  title,
  blocks: [block()],
  ...more,
});

interface Made {
  folderId: string;
  planId: string;
}

/** A class group of Nursery, with a section of it at both centres; `prefix` keeps the names of one test file. */
export async function daysOf(app: TestApp, prefix: string) {
  const group = randomUUID();
  await app.sql(`insert into class_group (id, name, type) values ($1, $2, 'Curriculum_CMS')`, [
    group,
    `${prefix} group`,
  ]);
  await app.sql('insert into class_group_class (class_group_id, class_id) values ($1, $2)', [group, NURSERY]);
  for (const centre of [ANDHERI, BANER])
    await app.sql(
      `insert into section (franchisee_id, academic_year_id, class_id, name, day_session, starts_at, ends_at)
         values ($1, 2026, $2, $3, 'MORNING', '09:00', '12:00')`,
      [centre, NURSERY, prefix],
    );
  const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
  const asha = () => app.as('Asha', { centre: null, year: YEAR });
  let made = 0;
  const plan = async (weeks: number): Promise<Made> => {
    made += 1;
    const name = `${prefix} ${made}`;
    const folder = { name, kind: 'CURRICULUM_CMS', classGroupId: group } as const;
    const folderId = (await kavi().call(folderContract.add, folder)).id;
    const ask = { folderId, title: name, weeks, daysPerWeek: 5 };
    return { folderId, planId: (await kavi().call(planContract.create, ask)).id };
  };
  const dayAt = async (planId: string, position: number) =>
    (await kavi().call(contract.at, { planId, position })).id;
  const day = (id: string) => kavi().call(contract.get, { id });
  const write = async (id: string, what: DayContent): Promise<void> => {
    const { version } = await day(id);
    await kavi().call(contract.save, { id, content: what }, { version });
  };
  const planVersion = async (id: string) => ({
    version: (await kavi().call(planContract.map, { id })).plan.version,
  });
  /** Two weeks with content, approved by Asha; week 1 is open for staff of Andheri. */
  const published = async (): Promise<Made> => {
    const one = await plan(2);
    for (let position = 1; position <= 10; position += 1) {
      const id = await dayAt(one.planId, position);
      await write(id, content(`Day ${position}`));
      await kavi().call(contract.setReady, { id, ready: true }, await day(id));
    }
    const id = { id: one.planId };
    await kavi().call(planContract.submit, id, await planVersion(one.planId));
    await asha().call(planContract.approve, id, await planVersion(one.planId));
    await asha().call(windowContract.open, {
      planId: one.planId,
      audience: 'STAFF',
      fromWeek: 1,
      toWeek: 1,
      centreIds: [ANDHERI],
      opensAt: '2026-08-01T07:00:00+05:30',
    });
    await asha().call(planContract.publish, id, await planVersion(one.planId));
    return one;
  };
  return { group, plan, dayAt, day, write, published };
}
