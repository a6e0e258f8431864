// The tab Audit of an enquiry: what the journal keeps as keys and stamps is told as people read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { leadAllocationContract } from '../allocation/lead-allocation.contract.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';

test('the changes of an enquiry: names of people, days as they are written here, no keys', async (t) => {
  const app = await testApp();
  t.after(() => app.close());
  const [esha, bina] = [app.as('Esha'), app.as('Bina')];
  const saved = await esha.call(enquiryContract.capture, {
    guardianName: 'Kavita Nair',
    mobile: '9820066101',
    ownerId: people.Esha.id,
    children: [{ firstName: 'Aarohi', dob: '2023-03-05', classId: 3 }],
    sourceId: sourceIds.walkIn,
  });
  const enquiryCode = saved.enquiries[0]?.enquiryCode ?? '';
  const { id, version } = await esha.call(enquiryContract.get, { enquiryCode });
  const nextOn = addDays(todayIst(new Date()), 9);
  await esha.call(followUpContract.log, { enquiryId: id, outcome: 'INTERESTED', nextOn }, { version });
  await bina.call(leadAllocationContract.assign, { ids: [id], userId: people.Omkar.id });
  const { rows } = await bina.call(recordHistoryContract.list, { kind: 'enquiry', id });
  const changes = rows.flatMap((row) => (row.what.startsWith('Enquiry: changed') ? row.changes : []));
  const toldOf = (label: string) => changes.find((one) => one.label === label);
  assert.deepEqual(toldOf('Owner'), { label: 'Owner', from: 'Esha Patil', to: 'Omkar Sawant' });
  assert.equal(toldOf('Next follow-up')?.to, formatDate(nextOn));
  assert.deepEqual(toldOf('Temperature'), { label: 'Temperature', from: 'Cold', to: 'Warm' });
  // The stage of that name is spelt so.
  const told = JSON.stringify(changes).replaceAll('Yet_to_call', '');
  assert.doesNotMatch(told, /\d{4}-\d{2}-\d{2}T|[0-9a-f]{8}-[0-9a-f]{4}|[a-z]_[a-z]/);
});
