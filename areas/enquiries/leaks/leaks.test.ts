// The quiet leaks of a centre through HTTP, and the button that puts them into tomorrow's plan.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { moneyFunnelContract } from '../dashboard/money-funnel.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { type WorkDesk, workDesk } from '../follow-up/work-testing.ts';
import { leakContract } from './leak.contract.ts';

let desk: WorkDesk;
before(async () => {
  desk = await workDesk();
});
after(() => desk.app.close());

const bina = () => desk.app.as('Bina');
const leaks = () => bina().call(leakContract.list, {});

test('missed promises, numbers that answer late and their hour; one button plans them for the next working day', async () => {
  desk.at('2026-11-19', '10:00');
  const promised = await desk.capture('Asmi');
  const kept = await desk.capture('Bela');
  for (const one of [promised, kept])
    await desk.log(one.enquiryCode, { outcome: 'CALL_BACK', nextAt: '2026-11-20T11:00:00+05:30' });
  const hard = await desk.capture('Chand');
  const easy = await desk.capture('Devi');
  desk.at('2026-11-19', '12:00');
  await desk.log(easy.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  for (const time of ['11:00', '13:00', '16:00']) {
    desk.at('2026-11-19', time);
    await desk.log(hard.enquiryCode, { outcome: 'NO_ANSWER' });
  }
  desk.at('2026-11-19', '18:10');
  await desk.log(hard.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  desk.at('2026-11-20', '11:30');
  await desk.log(kept.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  desk.at('2026-11-20', '12:45');
  assert.equal((await leaks()).missed.total, 0, 'two hours of grace');
  desk.at('2026-11-21', '13:30');
  const found = await leaks();
  assert.equal(found.withoutDate, 0);
  assert.deepEqual(found.week, { promised: 2, missed: 1 });
  assert.deepEqual(
    found.missed.rows.map((row) => row.childName),
    ['Asmi'],
  );
  assert.deepEqual(
    found.late.rows.map((row) => [row.childName, row.tries, row.bestHour]),
    [['Chand', 4, 18]],
  );
  assert.deepEqual(
    found.hours.find((one) => one.hour === 18),
    { hour: 18, calls: 1, reached: 1 },
  );
  assert.equal(found.tomorrow, '2026-11-23', 'after a Sunday');
  const ids = [...found.missed.rows, ...found.late.rows].map((row) => row.id);
  await bina().call(followUpWorkContract.plan, {
    ids,
    spread: { from: found.tomorrow, to: found.tomorrow },
  });
  const after = await leaks();
  assert.deepEqual([after.missed.total, after.late.rows[0]?.nextFollowUpOn], [0, '2026-11-23']);
  assert.equal((await desk.get(promised.enquiryCode)).nextFollowUpOn, '2026-11-23');
  const other = await desk.app.as('Charu').call(leakContract.list, {});
  assert.deepEqual([other.late.total, other.hours.length], [0, 0], 'nothing of another centre');
});

test('money by source: what was spent, what came, and the admitted children behind it', async () => {
  desk.at('2026-11-21');
  const one = await desk.capture('Omi', { walkIn: true });
  await desk.app.sql(
    `insert into enquiry_spend (franchisee_id, month, source_id, amount) values ($1, '2026-11-01', $2, 500000)`,
    [ANDHERI, sourceIds.walkIn],
  );
  const [row] = (await bina().call(moneyFunnelContract.funnel, {})).sources;
  const [counted] = await desk.app.sql<{ leads: number; visits: number }>(
    `select count(*)::int as leads, count(*) filter (where walk_in_at is not null)::int as visits from enquiry where franchisee_id = $1 and academic_year_id = 2026 and source_id = $2`,
    [ANDHERI, sourceIds.walkIn],
  );
  assert.deepEqual(
    [row?.id, row?.spent, row?.leads, row?.visits, row?.admitted, row?.collected],
    [sourceIds.walkIn, 500_000, counted?.leads, counted?.visits, 0, 0],
  );
  assert.ok((counted?.visits ?? 0) >= 1 && one.id);
  const kids = await bina().call(moneyFunnelContract.children, { sourceId: sourceIds.walkIn });
  assert.equal(kids.total, 0);
  assert.equal((await desk.app.as('Esha').raw(moneyFunnelContract.funnel, {})).status, 403);
});
