// Asking for access: whoever may give it is told, gives the smallest role for a week, and the screen opens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../../enquiries/enquiry/enquiry.contract.ts';
import { accessContract } from '../access.contract.ts';
import { noticeContract } from '../profile.contract.ts';
import { eventually } from '../session/session-testing.ts';
import { passOnRequests } from './pass-on-requests.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const enquiries = { path: '/forms/enquiry/list', title: 'Enquiries', modules: ['enquiry'], write: false };

test('a teacher asks for enquiries, the centre head gives the smallest role for 7 days, and the list opens', async () => {
  const divya = app.as('Divya');
  await divya.refused(enquiryContract.list, {}, 'module.missing');
  const about = await divya.call(accessContract.about, { path: enquiries.path, modules: enquiries.modules });
  assert.deepEqual(about, { modules: ['Enquiries'], asked: false });
  const asked = await divya.call(accessContract.ask, { ...enquiries, reason: 'I call parents on Saturdays' });
  assert.ok(asked.told >= 1 && asked.told <= 5, `${asked.told} told`);
  await divya.refused(accessContract.ask, { ...enquiries, reason: 'again' }, 'access.already-asked');

  const bell = await app.as('Bina').call(noticeContract.list, {});
  const line = bell.rows.find((row) => row.kind === 'shell.access-asked');
  assert.match(line?.title ?? '', /^Divya Nair asks for Enquiries at \(002\)/);
  assert.equal(line?.link, `/profile?tab=requests&request=${asked.id}`);

  const { rows } = await app.as('Bina').call(accessContract.requests, {});
  const request = rows.find((row) => row.id === asked.id);
  assert.ok(request?.proposals.length, 'there is something to give');
  const roleId = request.proposals[0]?.roleId ?? 0;
  await app.as('Bina').refused(accessContract.grant, { id: asked.id, roleId }, 'step-up.needed');
  await app
    .as('Charu', { steppedUp: true })
    .refused(accessContract.grant, { id: asked.id, roleId }, 'row.not-found');
  await app
    .as('Bina', { steppedUp: true })
    .refused(accessContract.grant, { id: asked.id, roleId: 1 }, 'access.no-role');
  const given = await app
    .as('Bina', { steppedUp: true })
    .call(accessContract.grant, { id: asked.id, roleId });
  const days = (Date.parse(given.until) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
  assert.ok(days >= 6 && days <= 8, given.until);
  await app
    .as('Bina', { steppedUp: true })
    .refused(accessContract.grant, { id: asked.id, roleId }, 'access.decided');
  const list = await eventually(
    () => divya.raw(enquiryContract.list, {}),
    ({ status }) => status === 200,
  );
  assert.equal(list.status, 200);
  const mine = await divya.call(accessContract.mine, {});
  assert.deepEqual([mine.rows[0]?.status, mine.rows[0]?.until], ['GRANTED', given.until]);
});

test('declining tells why; nobody answers their own request; five a day', async () => {
  const usha = app.as('Usha');
  const { id } = await usha.call(accessContract.ask, { ...enquiries, reason: 'curious' });
  const declined = await app.as('Omkar').call(accessContract.decline, { id, reason: 'Ask me in June' });
  assert.equal(declined.id, id);
  const notices = await usha.call(noticeContract.list, {});
  assert.match(notices.rows[0]?.title ?? '', /was declined: Ask me in June$/);
  for (let i = 0; i < 4; i += 1)
    await usha.call(accessContract.ask, { ...enquiries, path: `/somewhere/${i}`, reason: 'trying' });
  await usha.refused(
    accessContract.ask,
    { ...enquiries, path: '/somewhere/else', reason: 'more' },
    'access.too-many',
  );
  const own = await app.as('Bina').call(accessContract.ask, {
    path: '/royalty/list',
    title: 'Royalty',
    modules: ['royalty'],
    write: false,
    reason: 'my own royalty',
  });
  await app
    .as('Bina', { steppedUp: true })
    .refused(accessContract.grant, { id: own.id, roleId: 5 }, 'row.not-found');
});

test('an unanswered request goes to the zone head after 48 hours and to the system desk after 96', async () => {
  const { id } = await app.as('Divya').call(accessContract.ask, {
    path: '/ledger/student-list',
    title: 'Student ledgers',
    modules: ['ledger'],
    write: false,
    reason: 'fees of my class',
  });
  const run = async (hours: number) => {
    await app.sql(
      'update access_request set created_at = now() - make_interval(hours => $2::int) where id = $1',
      [id, hours],
    );
    await passOnRequests.run({
      now: new Date(),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
      work: async (_centre, work) => {
        const { inUnitOfWork } = await import('@aangan/server/work/unit-of-work.ts');
        const { systemActor } = await import('@aangan/server/work/actor.ts');
        return inUnitOfWork(app.pool, systemActor(), { command: 'test' }, work);
      },
    });
    const rows = await app.sql<{ first_name: string }>(
      `select u.first_name from notice n join app_user u on u.id = n.user_id where n.dedupe_key like $1`,
      [`access:${id}:%`],
    );
    return rows.map((row) => row.first_name);
  };
  assert.equal((await run(47)).includes('Farid'), false);
  assert.ok((await run(49)).includes('Farid'));
  assert.equal((await run(95)).includes('Sahil'), false);
  assert.ok((await run(97)).includes('Sahil'));
  assert.ok(people.Farid);
});
