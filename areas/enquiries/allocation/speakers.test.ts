// The outcome Language through HTTP on a real database (enquiries.md 3.5): the family goes to somebody at the centre who
// speaks it, by rules, turns, leave and quota of any lead; its sister goes along; a slip is taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { todayIst } from '@aangan/contract/period.ts';
import { people } from '@aangan/testkit/world.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { anyLead } from './allocation-rule.contract.ts';
import { type AllocationApp, allocationApp, memberOf, nextMobile } from './allocation-testing.ts';
import { leadAllocationContract } from './lead-allocation.contract.ts';

// Saturday, 11:00 in India.
const NOW = new Date('2026-11-21T05:30:00Z');
const TODAY = todayIst(NOW);
const { Esha } = people;
let desk: AllocationApp;
before(async () => {
  desk = await allocationApp(NOW);
});
after(() => desk.close());

const bina = () => desk.app.as('Bina');
const esha = () => desk.app.as('Esha');
const clear = async () => {
  await desk.app.sql('update allocation_rule set removed_at = now(), active = false, position = null');
  await desk.app.sql('delete from spoken_language');
};
const speaks = (userId: string, ...languages: ('hi' | 'mr' | 'ta')[]) =>
  bina().call(leadAllocationContract.saveLanguages, { userId, languages });
const mine = async (mobile = nextMobile(), firstName = 'Kiaan') => {
  const { id } = await desk.lead({ ownerId: Esha.id, mobile, children: [{ firstName }] });
  return id;
};
const versionOf = async (id: string) => {
  const [row] = await desk.app.sql<{ version: number }>('select version from enquiry where id = $1', [id]);
  return row?.version ?? 0;
};
const notUnderstood = async (id: string, language: 'hi' | 'mr' | 'ta') =>
  esha().call(
    followUpContract.log,
    { enquiryId: id, outcome: 'LANGUAGE', language },
    { version: await versionOf(id) },
  );
const languageOf = async (id: string) => {
  const [row] = await desk.app.sql<{ language: string }>(
    'select h.language from enquiry_household h join enquiry e on e.franchisee_id = h.franchisee_id and e.household_id = h.id where e.id = $1',
    [id],
  );
  return row?.language;
};

test('the language is asked for; nobody speaks it: that is said, written down, and the family stays', async () => {
  const id = await mine();
  const unasked = await esha().raw(
    followUpContract.log,
    { enquiryId: id, outcome: 'LANGUAGE' },
    { version: await versionOf(id) },
  );
  assert.equal(unasked.status, 422);
  assert.match(JSON.stringify(unasked.body), /"language":"Choose the language the family speaks"/);
  const { speaker } = await notUnderstood(id, 'ta');
  assert.deepEqual(speaker, {
    found: false,
    said: 'Nobody here speaks Tamil: the family stays where it is.',
  });
  assert.deepEqual([await desk.ownersOf([id]), await languageOf(id)], ['Esha', 'ta']);
});

test('a speaker in no rule takes the family and its sister; both are logged and told; the slip is taken back', async () => {
  const [h = '', n = ''] = await desk.counsellors('Hina', 'Nisha');
  await desk.rule({ members: [memberOf(n)] });
  await speaks(h, 'mr');
  const mobile = nextMobile();
  const first = await mine(mobile, 'Vivaan');
  const sister = await mine(mobile, 'Saanvi');
  const line = await notUnderstood(first, 'mr');
  assert.deepEqual(line.speaker, { found: true, said: 'Hina Test speaks Marathi and has the family now.' });
  assert.equal(await desk.ownersOf([first, sister]), 'Hina Hina');
  assert.equal(line.nextFollowUpOn, TODAY, 'she calls the same day');
  const { rows } = await bina().call(leadAllocationContract.why, { enquiryId: sister });
  assert.deepEqual(
    [rows[0]?.why, rows[0]?.fromName, rows[0]?.toName, rows[0]?.note],
    ['LANGUAGE', 'Esha Patil', 'Hina Test', 'Marathi'],
  );
  const told = await desk.app.sql(
    `select from outbox where kind = 'communication.expand' and dedupe_key like 'enquiries.assigned:%' and dedupe_key like any ($1)`,
    [[first, sister].map((id) => `%${id}:${h}%`)],
  );
  assert.equal(told.length, 2, 'she hears of both');
  await esha().call(followUpWorkContract.void, { id: line.id });
  assert.deepEqual([await desk.ownersOf([first, sister]), await languageOf(first)], ['Esha Esha', 'en']);
  const again = await bina().call(leadAllocationContract.why, { enquiryId: sister });
  assert.equal(again.rows[0]?.why, 'UNDO');
  await clear();
});

test('rules and turns choose among speakers; leave and quota hold; a rule for the language makes its people speakers', async () => {
  const [a = '', b = '', c = ''] = await desk.counsellors('Asmita', 'Bharat', 'Chitra');
  await desk.rule({ members: [memberOf(a), memberOf(b), memberOf(c, { dailyQuota: 1 })] });
  await speaks(a, 'hi');
  await speaks(c, 'hi', 'mr');
  const given: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const id = await mine();
    await notUnderstood(id, 'hi');
    given.push(id);
  }
  assert.equal(await desk.ownersOf(given), 'Asmita Chitra Asmita', 'in turn, Bharat never, Chitra once');
  const waiting = await mine();
  const { speaker } = await notUnderstood(waiting, 'mr');
  assert.deepEqual(speaker, {
    found: false,
    said: 'Nobody who speaks Marathi can take the family now: Chitra 1/1.',
  });
  await bina().call(leadAllocationContract.cover, { userId: a, coverId: b, fromOn: TODAY, toOn: TODAY });
  const away = await notUnderstood(await mine(), 'hi');
  assert.match(away.speaker?.said ?? '', /Asmita on leave until 21-11-2026/);
  await desk.rule({ name: 'Tamil', match: { ...anyLead, languages: ['ta'] }, members: [memberOf(b)] });
  const tamil = await mine();
  assert.equal(
    (await notUnderstood(tamil, 'ta')).speaker?.said,
    'Bharat Test speaks Tamil and has the family now.',
  );
  await clear();
});

test('an owner who speaks it keeps the family that somebody else called', async () => {
  const [h = '', o = ''] = await desk.counsellors('Hina', 'Ojas');
  await speaks(h, 'mr');
  await speaks(o, 'mr');
  const { id } = await desk.lead({ ownerId: o });
  const { speaker } = await notUnderstood(id, 'mr');
  assert.deepEqual(speaker, { found: false, said: 'Ojas Test speaks Marathi: the family stays there.' });
  assert.equal(await desk.ownersOf([id]), 'Ojas');
  await clear();
});

test('languages are of people of the centre, and the roster shows them', async () => {
  const [h = ''] = await desk.counsellors('Hina');
  await speaks(h, 'mr', 'hi', 'mr');
  const { rows } = await bina().call(leadAllocationContract.roster, {});
  assert.deepEqual(rows.find((one) => one.id === h)?.languages, ['hi', 'mr']);
  const stranger = await bina().raw(leadAllocationContract.saveLanguages, {
    userId: people.Rekha.id,
    languages: ['hi'],
  });
  assert.equal(stranger.status, 422);
});
