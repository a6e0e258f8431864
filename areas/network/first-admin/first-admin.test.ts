// The first super admin of an installation (issue "In production" 1): a printed link, once, without mail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { inviteContract } from '../../shell/password.contract.ts';
import { adminCommand } from './first-admin.cli.ts';

const ORIGIN = 'https://portal.example.in';
const ASK = ['--email', 'Ada@Example.in', '--first', 'Ada', '--last', 'Rao'];

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app?.close());

async function command(args: readonly string[]): Promise<{ code: number; said: string; token: string }> {
  const lines: string[] = [];
  const code = await adminCommand(app.database.adminUrl, args, (line) => lines.push(line), ORIGIN);
  const said = lines.join('\n');
  return { code, said, token: /\/login\?invite=([\w-]{22})/.exec(said)?.[1] ?? '' };
}

test('refused while there is a super admin, and without a name or an address', async () => {
  const refused = await command(ASK);
  assert.deepEqual([refused.code, refused.token], [1, '']);
  assert.match(refused.said, /There is a super admin already/);
  await app.sql(`update app_user set super_admin = false where super_admin`);
  for (const args of [[], ['--email', 'ada', '--first', 'Ada'], ['--email', 'ada@example.in']]) {
    const bad = await command(args);
    assert.equal(bad.code, 1);
    assert.match(bad.said, /^Say who it is/);
  }
});

test('the link opens once; a repeat before that gives another and ends the first', async () => {
  const first = await command(ASK);
  assert.equal(first.code, 0, first.said);
  const second = await command(ASK);
  assert.equal(second.code, 0, second.said);
  await app.link(first.token).refused(inviteContract.get, {}, 'link.ended');
  const other = await command(['--email', 'eve@example.in', '--first', 'Eve']);
  assert.equal(other.code, 1, 'a second person');

  const link = app.link(second.token);
  assert.deepEqual(await link.call(inviteContract.get, {}), { firstName: 'Ada', signIn: 'ada@example.in' });
  const accepted = await link.call(inviteContract.accept, { password: 'monsoon kettle 48 lanterns' });
  const rights = await app.app.inject({
    method: 'GET',
    url: '/api/role/list',
    headers: { authorization: `Bearer ${accepted.token}` },
  });
  assert.equal(rights.statusCode, 200, rights.body.slice(0, 200));
  await link.refused(inviteContract.get, {}, 'link.ended');
  const late = await command(ASK);
  assert.equal(late.code, 1);
  assert.match(late.said, /There is a super admin already/);
});

test('one who is locked out comes back by --recover: all that opened the account before ends, others are told', async () => {
  const [other] = await app.sql<{ id: string }>(
    `insert into app_user (first_name, last_name, email, email_norm, franchisee_id, super_admin, state)
     values ('Eve', 'Sen', 'eve@example.in', 'eve@example.in', 1, true, 'ACTIVE') returning id`,
  );
  const [ada] = await app.sql<{ id: string }>(`select id from app_user where email_norm = 'ada@example.in'`);
  await app.sql(
    `insert into authenticator (user_id, secret, confirmed_at) values ($1, 'sealed'::bytea, now())`,
    [ada?.id],
  );
  const recovered = await command(['--email', 'ada@example.in', '--recover']);
  assert.equal(recovered.code, 0, recovered.said);
  assert.match(recovered.said, /^Ada Rao sets a password here/);
  const [left] = await app.sql(
    `select (select count(*)::int from session where user_id = $1 and ended_at is null) as sessions,
        (select count(*)::int from authenticator where user_id = $1) as authenticators,
        (select count(*)::int from notice where user_id = $2 and title like '%Ada Rao was reset%') as told`,
    [ada?.id, other?.id],
  );
  assert.deepEqual(left, { sessions: 0, authenticators: 0, told: 1 });
  await app.link(recovered.token).call(inviteContract.accept, { password: 'harbour 12 velvet parrots' });
  // Not of anybody else.
  await app.sql(`update app_user set super_admin = false where id = $1`, [other?.id]);
  for (const email of ['nobody@example.in', 'eve@example.in']) {
    const none = await command(['--email', email, '--recover']);
    assert.deepEqual([none.code, none.token], [1, '']);
    assert.match(none.said, /No super admin/);
  }
});
