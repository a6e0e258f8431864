// The steps of a new installation: shown to its super admin until nothing needed is open, each done by what stands in the
// database or on the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { homeContract } from './home.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app?.close());

const steps = async (name: 'Asha' | 'Bina') => (await app.as(name).call(homeContract.setUp, {})).steps;
const open = async () => (await steps('Asha')).filter(({ done }) => !done).map(({ key }) => key);

test('a network without terms, fee plan and provider says so to its super admin alone', async () => {
  await app.sql(`update fee_plan set status = 'RETIRED' where status = 'APPROVED'`);
  await app.sql('delete from term_override');
  await app.sql('delete from term_map');
  const seen = await open();
  assert.ok(seen.includes('academics.terms') && seen.includes('finance.fee-plans'), seen.join());
  assert.ok(!seen.includes('network.centres') && !seen.includes('network.zones'), 'the test world has them');
  assert.deepEqual(await steps('Bina'), []);
  // As it was in an empty installation: head office alone.
  await app.sql(`update franchisee set status = 'SETUP' where id <> 1 and status = 'ACTIVE'`);
  assert.ok((await open()).includes('network.centres'));
});
