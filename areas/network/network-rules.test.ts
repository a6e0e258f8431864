// T5 and T9 of reliability.md for this area: protected fields change nothing, and nobody checks their own work.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nextState } from '@aangan/contract/states.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { networkServer } from './area.server.ts';
import { checklistContract } from './franchisee/checklist.contract.ts';
import { franchiseeStates } from './franchisee/franchisee.states.ts';
import { franchiseeLife } from './franchisee/franchisee-life.contract.ts';
import { days } from './network-testing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const PROTECTED = {
  centre_id: 3,
  franchiseeID: 3,
  role: 1,
  isActive: true,
  amount: 1,
  status: 'ACTIVE',
  approvedBy: people.Asha.id,
  superAdmin: true,
  createdBy: people.Asha.id,
  is_head_office: true,
  health: 100,
  constructor: { x: 1 },
};

test('T5: no operation of this area takes a protected or unknown field', async () => {
  const asha = app.as('Asha', { centre: 2, steppedUp: true });
  const commands = networkServer.handlers
    .map(({ endpoint }) => endpoint)
    .filter((one) => one.kind === 'command');
  const snapshot = async () =>
    (
      await app.sql<{ all: string }>(
        `select md5(string_agg(t::text, '' order by t::text)) as all from (select id::text, status, version::text from franchisee union all select id::text, state, version::text || super_admin::text from app_user union all select id::text, scope, coalesce(ended_at::text, '') from user_role) t`,
      )
    )[0]?.all;
  const before = await snapshot();
  let taken = 0;
  for (const endpoint of commands)
    for (const [name, value] of Object.entries(PROTECTED)) {
      const { status, body } = await asha.raw(
        endpoint,
        { [name]: value },
        { version: 1, key: `t5-${endpoint.name}-${name}` },
      );
      const fields = (body as { fields?: Record<string, string> }).fields ?? {};
      const known = name in fields && fields[name] !== 'This field is not known here';
      if (status === 200 || (status === 422 && !(name in fields) && !known)) taken += 1;
      assert.notEqual(status, 500, `${endpoint.name} with ${name}`);
      assert.notEqual(status, 200, `${endpoint.name} took ${name}`);
    }
  assert.equal(await snapshot(), before, 'nothing was stored');
  publishFigure({
    promise: 'T5',
    area: 'network',
    operations: commands.length,
    fields: Object.keys(PROTECTED).length,
    persisted: taken,
  });
});

const MAKER: PersonName = 'Asha';
const OTHER: PersonName = 'Kavi';
const NETWORK_RIGHT: readonly PersonName[] = [MAKER, OTHER];
const WITHOUT: readonly PersonName[] = ['Charu', 'Farid', 'Esha'];

async function inState(status: string): Promise<void> {
  await app.sql('delete from approval_step where franchisee_id = $1', [BANER]).catch(() => undefined);
  await app.sql('delete from franchisee_closing where franchisee_id = $1', [BANER]);
  await app.sql(
    'delete from franchisee_checklist_item where franchisee_id = $1 and template_id is not null',
    [BANER],
  );
  await app.sql(
    `update franchisee set status = $2, closed_on = null, suspend = case when $2 = 'SUSPENDED' then jsonb_build_object('kind', 'AUDIT', 'reason', 'x', 'until', '2099-01-01', 'blocks', '["PAYOUT"]'::jsonb, 'by', $3::text) end where id = $1`,
    [BANER, status, people[MAKER].id],
  );
}

const versionOf = async (): Promise<number> =>
  (await app.sql<{ version: number }>('select version from franchisee where id = $1', [BANER]))[0]?.version ??
  0;

test('T9: of all states, steps and people only the listed ones succeed, and never the maker’s own check', async () => {
  await app.sql(
    `update enrolment set status = 'COMPLETED', left_on = '2026-03-31' where franchisee_id = $1`,
    [BANER],
  );
  await app.sql(`update fee_line set state = 'CANCELLED' where franchisee_id = $1`, [BANER]);
  await app.sql(
    `insert into franchisee_agreement (franchisee_id, number, kind, from_on, to_on, signed_on, state, file_id, file_home) values ($1, 'T9', 'NEW', $2, $3, $2, 'ACTIVE', gen_random_uuid(), 1)`,
    [BANER, days(-10), days(500)],
  );
  await app.sql(`insert into franchisee_seat values ($1, 2026, 'NURSERY', 'MORNING', 20)`, [BANER]);
  await app.sql(
    `update franchisee set address1 = 'x', pincode = '411045', lat = 18.5, lng = 73.8 where id = $1`,
    [BANER],
  );
  await app.sql(
    `insert into bank_account (franchisee_id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, created_by, verified_by, verified_at)
     values ($1, 'B', '\\x00', '\\x02', '1234', 'HDFC0001234', 'HDFC Bank', 'B', 'COLLECTION', 'VERIFIED', $2, $3, now())`,
    [BANER, people.Asha.id, people.Kavi.id],
  );
  await app.sql(
    `insert into franchisee_checklist_item (franchisee_id, title, phase, owner_department_id, due_on, state, done_by, done_at, gate) values ($1, 'Gate', 'SITE', 2, current_date, 'DONE', $2, now(), true)`,
    [BANER, people[MAKER].id],
  );
  const input = { franchiseeId: BANER };
  const partner = { legalName: 'Baner LLP', kind: 'LLP', pan: 'AAPFU0939F' };
  const steps = {
    sign: { ...input, signedOn: days(0), partner },
    startSetup: input,
    activate: input,
    suspend: { ...input, kind: 'AUDIT', reason: 'Kitchen', until: days(5), blocks: ['PAYOUT'] },
    resume: input,
    abandon: { ...input, reason: 'Given up' },
    close: { ...input, on: days(0), reason: 'Lease ended' },
    approveClose: input,
  } as const;
  const action: Record<string, string> = { startSetup: 'start-setup', approveClose: 'close' };
  let tuples = 0;
  const wrong: string[] = [];
  for (const status of Object.keys(franchiseeStates))
    for (const [name, body] of Object.entries(steps))
      for (const who of [...NETWORK_RIGHT, ...WITHOUT]) {
        await inState(status);
        if (name === 'approveClose')
          await app.sql(
            `insert into franchisee_closing (franchisee_id, close_on, reason, asked_by) values ($1, $2, 'Asked', $3)`,
            [BANER, days(0), people[MAKER].id],
          );
        const answer = await app
          .as(who, { centre: null, steppedUp: true })
          .raw(franchiseeLife[name as keyof typeof steps], body, { version: await versionOf() });
        tuples += 1;
        const listed = nextState(franchiseeStates, status, action[name] ?? name) !== null;
        const checks = ['activate', 'resume', 'approveClose'].includes(name);
        const may = NETWORK_RIGHT.includes(who) && listed && !(checks && who === MAKER);
        if ((answer.status === 200) !== may)
          wrong.push(
            `${who} ${name} in ${status}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`,
          );
      }
  publishFigure({ promise: 'T9', area: 'network', tuples, wrong: wrong.length });
  assert.deepEqual(wrong, []);
});

test('T9: the database refuses the maker as the checker, even for raw SQL', async () => {
  const refusedBy = async (statement: string, values: unknown[]) =>
    app.sql(statement, values).then(
      () => 'stored',
      (error: { constraint?: string }) => error.constraint ?? 'other',
    );
  assert.equal(
    await refusedBy(
      `insert into franchisee_closing (franchisee_id, close_on, reason, state, asked_by, decided_by, decided_at) values ($1, current_date, 'Same person', 'APPROVED', $2, $2, now())`,
      [BANER, people.Asha.id],
    ),
    'franchisee_closing_two_people',
  );
  assert.equal(
    await refusedBy(
      `insert into franchisee_checklist_item (franchisee_id, title, phase, owner_department_id, due_on, state, owner_user_id, waived_by, waived_at, reason) values ($1, 'Own', 'SITE', 2, current_date, 'WAIVED', $2, $2, now(), 'mine')`,
      [BANER, people.Asha.id],
    ),
    'franchisee_checklist_item_own_waiver',
  );
  assert.equal(
    await refusedBy(
      `insert into approval_step (franchisee_id, subject_kind, subject_id, decision, maker_id, decided_by) values ($1, 'franchisee.close', '3', 'APPROVE', $2, $2)`,
      [BANER, people.Asha.id],
    ),
    'approval_step_not_maker',
  );
  assert.equal(
    await refusedBy(
      `insert into franchisee_agreement (franchisee_id, number, kind, from_on, to_on, state) values ($1, 'T9b', 'RENEWAL', current_date, current_date + 10, 'ACTIVE')`,
      [BANER],
    ),
    'franchisee_agreement_overlap',
  );
});

test('T9: an item’s owner does not waive it', async () => {
  await inState('SETUP');
  const asha = app.as('Asha');
  const { id } = await asha.call(checklistContract.add, {
    franchiseeId: BANER,
    title: 'Mine',
    phase: 'SITE',
    departmentId: 2,
    ownerId: people.Asha.id,
    dueOn: days(3),
    needsEvidence: false,
    gate: true,
  });
  await asha.refused(
    checklistContract.waive,
    { franchiseeId: BANER, id, reason: 'Not needed' },
    'checklist.own-waiver',
    {
      version: 1,
    },
  );
  await app
    .as('Kavi')
    .call(checklistContract.waive, { franchiseeId: BANER, id, reason: 'Not needed' }, { version: 1 });
});
