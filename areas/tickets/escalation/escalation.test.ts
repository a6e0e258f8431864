// What happens by itself: who gets a ticket, who is told at 75, 100 and 150 %, silence, holds, closing; what others ask.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { ticketGroupContract } from '../group/ticket-group.contract.ts';
import { matrixContract } from '../matrix/matrix.contract.ts';
import { openOf, raise, targetShare, ticketsOf } from '../public.server.ts';
import { ticketContract as contract } from '../ticket/ticket.contract.ts';
import { ticketSearch, ticketWork } from '../ticket-extras.server.ts';
import { slaFireJob } from './fire-events.server.ts';
import { ticketAutoJob, ticketDigestJob } from './ticket-jobs.server.ts';

let app: TestApp;
let group = '';
const moment = (time: string) => new Date(`2026-08-${time}:00+05:30`);
const at = (time: string) => app.moveClock(moment(time));

before(async () => {
  app = await testApp();
  at('10T12:00');
  group = (
    await app.as('Kavi').call(ticketGroupContract.create, {
      name: 'Kit desk',
      department: 'LOGISTICS',
      leadId: people.Kavi.id,
      memberIds: [people.Harsh.id, people.Tara.id],
      assign: 'LEAST_OPEN',
      maxOpen: 30,
      active: true,
    })
  ).id;
  // 1 h and 2 h of working time.
  await app.as('Kavi').call(matrixContract.create, {
    department: 'LOGISTICS',
    ownerGroupId: group,
    priority: 'HIGH',
    l2UserId: people.Tara.id,
    l3UserId: people.Kavi.id,
    responseMin: 60,
    resolutionMin: 120,
    calendarId: 1,
  });
});
beforeEach(async () => {
  await app.sql('delete from rate_counter');
});
after(() => app.close());

const bina = () => app.as('Bina', { centre: ANDHERI });
const harsh = () => app.as('Harsh');
type Create = InputOf<typeof contract.create>;
const raised = async (more: Partial<Create> = {}) =>
  (
    await bina().call(contract.create, {
      id: crypto.randomUUID(),
      department: 'LOGISTICS',
      priority: 'HIGH',
      subject: '3 student kits missing',
      description: 'Three kits of the last parcel are not in it.',
      ...more,
    })
  ).id;
const view = (id: string) => harsh().call(contract.get, { id });
const versionOf = async (id: string) => ({ version: (await view(id)).row.version });
const say = async (id: string, body = 'We look into it.') => ({
  id,
  messageId: crypto.randomUUID(),
  seenSeq: (await view(id)).seq,
  body,
});

const tools = (name: string, now: Date): JobTools => ({
  work: (franchiseeId, work) => inUnitOfWork(app.pool, systemActor(franchiseeId), { command: name }, work),
  now,
  data: null,
  ports: { ...app.ports, afterCommit: () => undefined },
});
async function run(job: JobDeclaration, time: string) {
  at(time);
  return job.run(tools(job.name, moment(time)));
}
const inCentre = <T>(work: (db: Db) => Promise<T>) =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, work);

const kindsOf = async (id: string, who: keyof typeof people) =>
  (
    await app.sql<{ kind: string }>(
      `select kind from notice where user_id = $1 and link = $2 order by created_at, kind`,
      [people[who].id, `/ticketing-bees/action/${id}`],
    )
  ).map(({ kind }) => kind);
const fired = async (id: string) =>
  (
    await app.sql<{ what: string }>(
      `select clock || ' ' || pct || ' ' || cycle as what from sla_event where ticket_id = $1 and fired_at is not null order by clock, pct, cycle`,
      [id],
    )
  ).map(({ what }) => what);
/** So that the next test is alone with its tickets: what is to be told of these goes, too. */
const closeAll = async () => {
  await app.sql(
    `update ticket set status = 'CLOSED', resume_on = null, waiting_since = null, reminded = null where status <> 'CLOSED'`,
  );
  await app.sql('delete from sla_event where fired_at is null');
};

test('least open: HIGH counts twice; in turn; by hand and full nobody, and the lead is told', async () => {
  at('17T10:00');
  const low = { priority: 'LOW' } as const;
  const update = async (more: object) => {
    const found = (await app.as('Kavi').call(ticketGroupContract.list, {})).rows.find(
      (one) => one.id === group,
    );
    assert.ok(found);
    await app.as('Kavi').call(
      ticketGroupContract.update,
      {
        id: group,
        name: 'Kit desk',
        department: 'LOGISTICS',
        leadId: people.Kavi.id,
        memberIds: [people.Harsh.id, people.Tara.id],
        assign: 'LEAST_OPEN',
        maxOpen: 30,
        active: true,
        ...more,
      },
      { version: found.version },
    );
  };
  await app.as('Kavi').call(matrixContract.create, {
    department: 'LOGISTICS',
    ownerGroupId: group,
    priority: 'LOW',
    responseMin: 60,
    resolutionMin: 120,
    calendarId: 1,
  });
  const owners: (string | null)[] = [];
  const next = async (more: Partial<Create> = low) => {
    const id = await raised(more);
    const { row } = await view(id);
    owners.push(row.ownerId);
    return id;
  };
  const first = await next({});
  assert.equal((await view(first)).row.status, 'NEW');
  // The other one takes two small ones before the first gets another.
  await next();
  await next();
  assert.equal(new Set(owners).size, 2);
  assert.equal(owners[1], owners[2]);
  assert.notEqual(owners[0], owners[1]);
  const [told] = await kindsOf(first, owners[0] === people.Harsh.id ? 'Harsh' : 'Tara');
  assert.equal(told, 'ticket.assigned');
  assert.deepEqual(await kindsOf(first, 'Bina'), ['ticket.created']);
  await update({ assign: 'ROUND_ROBIN' });
  at('17T10:05');
  await next();
  at('17T10:06');
  await next();
  assert.notEqual(owners[3], owners[4]);
  await update({ maxOpen: 1 });
  const full = await next();
  await update({ assign: 'MANUAL' });
  await next();
  assert.deepEqual(owners.slice(5), [null, null]);
  assert.deepEqual(await kindsOf(full, 'Kavi'), ['ticket.assigned']);
  await update({});
  await closeAll();
});

test('story 9: 75, 100 and 150 % once each with three schedulers: owner, second level and lead, third level', async () => {
  at('18T10:00');
  const id = await raised();
  await app.as('Tara').call(contract.assign, { ids: [id], ownerId: people.Harsh.id });
  const all = (time: string) => Promise.all([1, 2, 3].map(() => run(slaFireJob, time)));
  const ok = (runs: { ok: number }[]) => runs.reduce((sum, one) => sum + one.ok, 0);
  assert.equal(ok(await all('18T10:44')), 0);
  assert.equal(ok(await all('18T10:45')), 1);
  assert.equal((await kindsOf(id, 'Harsh')).at(-1), 'ticket.warn');
  assert.equal(ok(await all('18T11:00')), 1);
  assert.equal((await view(id)).row.slaState, 'BREACHED');
  assert.deepEqual((await kindsOf(id, 'Kavi')).at(-1), 'ticket.breach');
  assert.equal((await kindsOf(id, 'Tara')).at(-1), 'ticket.breach');
  // The scheduler stood still until 75 and 100 % of the resolution and 150 % of the answer were over.
  // Who finds the ticket busy leaves it to the next look.
  const late = ok(await all('18T12:30')) + ok([await run(slaFireJob, '18T12:30')]);
  assert.deepEqual([late, ok(await all('18T12:31'))], [3, 0]);
  assert.deepEqual(await fired(id), [
    'RESOLUTION 75 0',
    'RESOLUTION 100 0',
    'RESPONSE 75 0',
    'RESPONSE 100 0',
    'RESPONSE 150 0',
  ]);
  const count = (kinds: string[], kind: string) => kinds.filter((one) => one === kind).length;
  assert.equal(count(await kindsOf(id, 'Kavi'), 'ticket.top'), 1);
  assert.equal(count(await kindsOf(id, 'Harsh'), 'ticket.breach'), 2);
  const watching = await app.sql('select 1 from ticket_watcher where ticket_id = $1 and user_id = $2', [
    id,
    people.Tara.id,
  ]);
  assert.equal(watching.length, 1);
  assert.ok((await view(id)).log.some(({ what }) => what.startsWith('Late · First answer')));
  await closeAll();
});

test('story 3: answered in time, no event of the answer fires; a pause and a stale due time fire nothing', async () => {
  at('18T14:00');
  const id = await raised();
  at('18T14:10');
  await harsh().call(contract.reply, await say(id));
  await harsh().call(contract.ask, await say(id, 'Which parcel is it?'));
  assert.deepEqual((await kindsOf(id, 'Bina')).slice(1), ['ticket.answered', 'ticket.needs-you']);
  await run(slaFireJob, '18T18:00');
  assert.deepEqual(await fired(id), []);
  // A row that says it is due, while the clock says it is not.
  await app.sql(
    `update sla_event set due_at = '2026-08-18T14:00:00+05:30' where ticket_id = $1 and clock = 'RESOLUTION' and pct = 75`,
    [id],
  );
  await run(slaFireJob, '18T18:01');
  assert.deepEqual(await fired(id), []);
  at('19T09:30');
  await bina().call(contract.reply, await say(id, 'The second one.'));
  // 10 of 120 minutes had run: 75 % after 80 more.
  await run(slaFireJob, '19T10:49');
  assert.deepEqual(await fired(id), []);
  await run(slaFireJob, '19T10:50');
  assert.deepEqual(await fired(id), ['RESOLUTION 75 0']);
  // Resolved and reopened: what was told before is not told again, what comes is of the next cycle.
  await harsh().call(contract.resolve, await say(id, 'A new parcel is on its way.'));
  at('19T12:00');
  await bina().call(contract.reopen, { id, reason: 'It never came' }, await versionOf(id));
  await run(slaFireJob, '19T12:30');
  assert.deepEqual(await fired(id), ['RESOLUTION 75 0', 'RESOLUTION 75 1', 'RESOLUTION 100 1']);
  const kinds = await kindsOf(id, (await view(id)).row.ownerId === people.Harsh.id ? 'Harsh' : 'Tara');
  assert.equal(kinds.filter((kind) => kind === 'ticket.warn').length, 1);
  assert.ok(kinds.includes('ticket.reopened'));
  await closeAll();
});

test('story 19: silence of 7 working days: reminders on days 2 and 5, resolved on the 7th, closed 3 later', async () => {
  at('03T10:00');
  const id = await raised();
  await harsh().call(contract.reply, await say(id));
  await harsh().call(contract.ask, await say(id, 'Which parcel is it?'));
  const steps: string[] = [];
  // Monday the 3rd; the 9th and 16th are Sundays.
  for (let day = 4; day <= 15; day += 1) {
    const time = `${String(day).padStart(2, '0')}T10:00`;
    await run(ticketAutoJob, time.replace('10:00', '00:10'));
    const early = (await view(id)).log.length;
    const before = early;
    await run(ticketAutoJob, time);
    await run(ticketAutoJob, time.replace('10:00', '10:10'));
    const { log, row } = await view(id);
    if (log.length > before) steps.push(`${day} ${log[0]?.what.split(' · ')[0]} ${row.status}`);
  }
  assert.deepEqual(steps, [
    '5 Reminded the centre WAITING_ON_CENTRE',
    '8 Reminded the centre WAITING_ON_CENTRE',
    '11 Resolved by itself RESOLVED',
    '14 Closed by itself CLOSED',
  ]);
  const seen = await bina().call(contract.get, { id });
  assert.equal(seen.messages.at(-1)?.body, 'No answer from the centre');
  const kinds = await kindsOf(id, 'Bina');
  assert.equal(kinds.filter((kind) => kind === 'ticket.waiting-reminder').length, 2);
});

test('a hold ends on its day; the morning tells owners of what is due', async () => {
  at('20T10:00');
  const id = await raised();
  await app.as('Tara').call(contract.assign, { ids: [id], ownerId: people.Harsh.id });
  await harsh().call(contract.reply, await say(id));
  await harsh().call(
    contract.hold,
    { id, resumeOn: '2026-08-22', reason: 'The courier strikes' },
    await versionOf(id),
  );
  await run(ticketAutoJob, '21T10:00');
  assert.equal((await view(id)).row.status, 'ON_HOLD');
  await run(ticketAutoJob, '22T00:10');
  assert.equal((await view(id)).row.status, 'OPEN');
  await run(ticketDigestJob, '22T08:00');
  await run(ticketDigestJob, '22T08:00');
  const told = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'ticket.digest'`,
    [people.Harsh.id],
  );
  assert.deepEqual(told, [{ title: 'Your tickets: 1 due today, 0 late' }]);
  await closeAll();
});

test('story 15: a claim raised five times at once is one ticket, found by its entity', async () => {
  at('24T10:00');
  const claim = {
    franchiseeId: ANDHERI,
    source: 'DAMAGE',
    dedupeKey: 'claim-1',
    department: 'LOGISTICS',
    category: 'No such category',
    subject: 'Kit',
    description: 'Two kits came broken.',
    entity: { kind: 'DAMAGE_CLAIM', id: 'claim-1', label: 'Claim 1' },
    now: moment('24T10:00'),
  } as const;
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => inCentre((db) => raise(db, claim))));
  assert.equal(new Set(ids).size, 1);
  const found = await inCentre((db) => ticketsOf(db, 'DAMAGE_CLAIM', 'claim-1'));
  assert.deepEqual(
    found.map(({ id, status }) => [id, status]),
    [[ids[0], 'NEW']],
  );
  const { row, entity } = await view(ids[0] ?? '');
  assert.deepEqual([row.source, row.raiserName, entity?.label], ['DAMAGE', null, 'Claim 1']);
});

test('others ask: open and late, share in time, search, and work that is handed over with its clock', async () => {
  await closeAll();
  await app.sql(`update ticket set sla_state = 'MET', resolved_at = null`);
  app.moveClock(null);
  const [late, met] = [await raised(), await raised()];
  await app.sql(
    `update ticket set response_due_at = now() - interval '1 hour', resolution_due_at = now() + interval '1 hour' where id = $1`,
    [late],
  );
  await harsh().call(contract.reply, await say(met));
  await harsh().call(contract.resolve, await say(met, 'A new parcel is on its way.'));
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  await inCentre(async (db) => {
    assert.deepEqual(await openOf(db, ANDHERI), { open: 1, late: 1, medianAgeH: 0 });
    assert.deepEqual(await targetShare(db, [ANDHERI], today), { n: 1, d: 2 });
  });
  await app.as('Tara').call(contract.assign, { ids: [late], ownerId: people.Harsh.id });
  const before = (await view(late)).resolution;
  await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, async (db) => {
    assert.equal(await ticketWork.count(db, people.Harsh.id), 1);
    const move = { from: people.Harsh.id, to: people.Tara.id, now: new Date() };
    assert.equal(await ticketWork.handOver(db, move), 1);
    assert.equal(await ticketWork.count(db, people.Harsh.id), 0);
  });
  const now = await view(late);
  assert.deepEqual(
    [now.row.ownerId, now.resolution.targetMin, now.resolution.dueAt],
    [people.Tara.id, before.targetMin, before.dueAt],
  );
  assert.equal((await kindsOf(late, 'Tara')).at(-1), 'ticket.assigned');
  const find = (words: string) =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      ticketSearch.find(db, systemActor(ANDHERI), words, 5),
    );
  assert.ok((await find(now.row.ticketNo.toLowerCase())).some(({ id }) => id === late));
  assert.deepEqual(await find('no such words'), []);
});
