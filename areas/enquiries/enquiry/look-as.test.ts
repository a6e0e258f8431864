// The lists of enquiries are sent by POST so that no number stands in an address; they are reads all the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { networkServer } from '../../network/area.server.ts';
import { viewAsContract } from '../../network/user/view-as.contract.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { pipelineContract } from '../pipeline/pipeline.contract.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { followUpContract } from './follow-up.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer, networkServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

test('network story 20: who looks as a counsellor sees her enquiries, and captures none', async () => {
  const family = {
    guardianName: 'Meera Iyer',
    mobile: '9820155501',
    children: [{ firstName: 'Vivaan', dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  };
  await app.as('Esha').call(enquiryContract.capture, family);
  const asha = app.as('Asha', { centre: ANDHERI });
  const view = await app.as('Asha', { centre: null }).call(viewAsContract.begin, { userId: people.Esha.id });
  const headers = { 'x-view-as': view.id };
  const hers = await app.as('Esha').call(enquiryContract.list, {});
  assert.equal(hers.rows.length, 1);
  assert.deepEqual(await asha.call(enquiryContract.list, {}, { headers }), hers);
  assert.deepEqual(
    await asha.call(followUpContract.buckets, {}, { headers }),
    await app.as('Esha').call(followUpContract.buckets, {}),
  );
  const { columns } = await asha.call(pipelineContract.board, {}, { headers });
  assert.equal(columns.find((column) => column.status === 'Suspect')?.total.n, 1);
  await asha.refused(enquiryContract.capture, family, 'session.view-only', { headers });
});
