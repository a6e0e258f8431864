// Events: dates by their rule and the academic calendar, answers that never take the same place, and what families are told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { calendarContract } from '../../academics/calendar/calendar.contract.ts';
import { eventContract as contract } from './event.contract.ts';
import { events } from './event.listing.ts';
import { eventsOf } from './events-of.server.ts';
import { remindEvents } from './remind-events.server.ts';

let app: TestApp;
const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00+05:30`);
before(async () => {
  app = await testApp();
  app.moveClock(at('2026-11-02'));
  const { id } = await app.as('Bina').call(calendarContract.create, { from: 'EMPTY' });
  const day = { kind: 'HOLIDAY', classIds: null, staffWorks: false } as const;
  await app.as('Bina').call(
    calendarContract.save,
    {
      id,
      name: 'Andheri',
      weekOff: ['SUN'],
      saturdays: 'OFF',
      days: [{ ...day, onDate: '2026-12-25', title: 'Christmas' }],
    },
    { version: 1 },
  );
  await app.as('Bina').call(calendarContract.publish, { id }, { version: 2 });
});
after(() => app.close());

const { Aarav, Kabir, Myra } = children;
type Save = InputOf<typeof contract.save>;
const event = (more: Partial<Save> = {}): Save => ({
  title: 'Annual day',
  kind: 'CELEBRATION',
  fromOn: '2026-12-10',
  startsAt: '10:00',
  endsAt: '12:00',
  place: 'Hall',
  people: 'PARENT',
  publish: true,
  ...more,
});
const bina = () => app.as('Bina');
const gita = () => app.as('Gita');
const write = async (more: Partial<Save> = {}) => (await bina().call(contract.save, event(more))).id;
const view = (id: string) => bina().call(contract.get, { id });
const story = {
  title: 'Story hour',
  kind: 'ACTIVITY',
  fromOn: '2026-11-06',
  repeat: 'WEEKLY',
  until: '2026-12-31',
} as const;
const answer = (id: string, more: Partial<InputOf<typeof contract.answer>> = {}) => ({
  id,
  onDate: '2026-12-10',
  childId: Aarav.studentId,
  answer: 'YES' as const,
  ...more,
});
const told = (id: string) =>
  app.sql<{ kind: string; about: { studentIds: string[] }; state: string }>(
    `select payload->>'kind' as kind, payload->'about' as about, state from outbox
      where source_kind = 'event' and source_id = $1 order by at`,
    [id],
  );

test('story 19: Fridays with Christmas closed are 7 dates: in the form, on the page, in the calendar, for others', async () => {
  const { words, dates } = await bina().call(contract.dates, {
    fromOn: story.fromOn,
    repeat: 'WEEKLY',
    until: story.until,
  });
  assert.equal(words, 'Every Friday until 31-12-2026');
  assert.equal(dates.filter(({ kept }) => kept).length, 7);
  assert.deepEqual(dates.at(-1), { onDate: '2026-12-25', closed: 'Christmas', kept: false });
  const id = await write(story);
  assert.equal((await view(id)).dates.length, 7);
  const { events: december, closed } = await bina().call(contract.calendar, {
    from: '2026-12-01',
    to: '2026-12-31',
  });
  assert.equal(december.filter((one) => one.id === id).length, 3);
  assert.ok(closed.some(({ onDate, title }) => onDate === '2026-12-25' && title === 'Christmas'));
  const offered = await inUnitOfWork(
    app.pool,
    systemActor(ANDHERI),
    { command: 'test', readOnly: true },
    (db) => eventsOf(db, { franchiseeId: ANDHERI, from: '2026-11-01', to: '2026-12-31', classId: NURSERY }),
  );
  assert.equal(offered.filter((one) => one.id === id).length, 7);
  const kept = await write({ ...story, title: 'Kept', closedDays: 'KEEP', removed: ['2026-11-13'] });
  assert.equal((await view(kept)).dates.length, 7, 'Christmas stays, one is taken out by hand');
});

test('story 20: a holiday is refused with the way to the academic calendar, and nothing is stored', async () => {
  const count = async () => (await app.sql('select id from event')).length;
  const before_ = await count();
  const refused = await bina().refused(contract.save, event({ kind: 'HOLIDAY' }), 'event.holiday');
  assert.equal(refused.message, 'Holidays are set in the academic calendar.');
  assert.equal(await count(), before_);
  assert.equal((await bina().call(contract.form, {})).setsHolidays, true);
  assert.equal((await app.as('Divya').call(contract.form, {})).setsHolidays, false);
});

test('bad input is named by its field', async () => {
  const faults = async (more: Partial<Save>) =>
    Object.keys((await bina().refused(contract.save, event(more), 'input.invalid')).fields ?? {});
  assert.deepEqual(await faults({ toOn: '2026-12-09' }), ['toOn']);
  assert.deepEqual(await faults({ endsAt: null }), ['endsAt']);
  assert.deepEqual(await faults({ endsAt: '09:00' }), ['endsAt']);
  assert.deepEqual(await faults({ repeat: 'DAILY' }), ['until']);
  assert.deepEqual(await faults({ places: 5 }), ['places']);
  assert.deepEqual(await faults({ people: 'STAFF', answers: 'YES_NO' }), ['answers']);
  assert.deepEqual(await faults({ classIds: [9999] }), ['classIds']);
  assert.deepEqual(await faults({ fromOn: '2099-01-01' }), ['fromOn']);
  await bina().refused(contract.save, event({ repeat: 'DAILY', until: '2028-12-01' }), 'event.too-many');
  // Only a Sunday, and that is a day off.
  await bina().refused(
    contract.save,
    event({ fromOn: '2026-12-06', repeat: 'WEEKLY', count: 1 }),
    'event.rule',
  );
});

test('a family answers for its own child: places are kept, answers change, and end', async () => {
  const id = await write({ answers: 'ADULTS', places: 4, answerUntil: '2026-12-08' });
  const full = await gita().refused(contract.answer, answer(id, { adults: 4 }), 'event.full');
  assert.equal(full.message, '4 places left, you asked for 5.');
  assert.equal((await gita().call(contract.answer, answer(id, { adults: 2 }))).left, 1);
  assert.equal(
    (await gita().call(contract.answer, answer(id, { adults: 3 }))).left,
    0,
    'the own places are free for it',
  );
  const own = await gita().call(contract.ofFamily, { id });
  assert.deepEqual(
    own.answersGiven.map(({ child, answer: said, adults }) => [child, said, adults]),
    [['Aarav', 'YES', 3]],
  );
  assert.equal(own.dates[0]?.left, 0);
  const { rows } = await bina().call(contract.answersOf, { id, onDate: '2026-12-10' });
  assert.deepEqual(
    rows.map(({ child, answer: said }) => [child, said]),
    [
      ['Aarav', 'YES'],
      ['Kabir', null],
    ],
  );
  const [row] = (await bina().call(events.endpoints.list, { q: 'Annual' })).rows.filter(
    (one) => one.id === id,
  );
  assert.deepEqual([row?.yes, row?.no, row?.adults], [1, 0, 3]);
  await bina().refused(
    contract.save,
    event({ id, version: (await view(id)).version, answers: 'ADULTS', places: 3 }),
    'event.places-taken',
  );
  app.moveClock(at('2026-12-09'));
  await gita().refused(contract.answer, answer(id, { answer: 'NO' }), 'event.closed');
  app.moveClock(at('2026-11-02'));
});

test('nobody answers for another family’s child, another class, a draft, staff events, or a date that is none', async () => {
  const id = await write({ answers: 'YES_NO' });
  for (const childId of [Kabir.studentId, Myra.admissionId])
    await gita().refused(contract.answer, answer(id, { childId }), 'row.not-found');
  await bina().refused(contract.answer, answer(id), 'module.missing');
  await gita().refused(contract.answer, answer(id, { onDate: '2026-12-11' }), 'row.not-found');
  const others = await write({ answers: 'YES_NO', classIds: [NURSERY + 1] });
  const draft = await write({ answers: 'YES_NO', publish: false });
  const staff = await write({ people: 'STAFF' });
  for (const hidden of [others, draft, staff]) {
    await gita().refused(contract.answer, answer(hidden), 'row.not-found');
    await gita().refused(contract.ofFamily, { id: hidden }, 'row.not-found');
  }
  const none = await write();
  await gita().refused(contract.answer, answer(none), 'event.closed');
  const { events: seen } = await gita().call(contract.familyCalendar, {
    from: '2026-12-01',
    to: '2026-12-31',
  });
  const ids = new Set(seen.map((one) => one.id));
  assert.deepEqual(
    [id, none, others, draft, staff].map((one) => ids.has(one)),
    [true, true, false, false, false],
  );
  await gita().refused(contract.get, { id }, 'module.missing');
  await gita().refused(contract.answersOf, { id, onDate: '2026-12-10' }, 'module.missing');
  assert.equal((await gita().raw(contract.answer, answer(id, { adults: 7 }))).status, 422);
});

test('story 21: 200 answers at once for 40 places leave exactly 40', async () => {
  await app.sql(
    `with n as (select generate_series(1000, 1199) as n),
      c as (insert into child (id, child_no) select ('0190b000-0000-7000-8006-' || lpad(n::text, 12, '0'))::uuid, 'A' || (200000000 + n) from n),
      a as (insert into student_admission (franchisee_id, id, academic_year_id)
        select $1, ('0190b000-0000-7000-8002-' || lpad(n::text, 12, '0'))::uuid, $2 from n),
      s as (insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
        select $1, ('0190b000-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, ('0190b000-0000-7000-8006-' || lpad(n::text, 12, '0'))::uuid, $3,
          'ADM/X/' || n, 'Child ' || n, '2022-08-15', 'FEMALE', 'STUDYING', ('0190b000-0000-7000-8002-' || lpad(n::text, 12, '0'))::uuid, 'child' from n),
      g as (insert into student_guardian (franchisee_id, student_id, guardian_id, relation, is_primary, payer_share_bp)
        select $1, ('0190b000-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, $4, 'MOTHER', true, 10000 from n)
     insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, enrolment_no, status, joined_on)
       select $1, ('0190b000-0000-7000-8002-' || lpad(n::text, 12, '0'))::uuid, ('0190b000-0000-7000-8001-' || lpad(n::text, 12, '0'))::uuid, $2, $5, $6,
         'MORNING', 'X' || n, 'ACTIVE', '2026-06-15' from n`,
    [ANDHERI, YEAR, Aarav.familyId, Aarav.guardianId, NURSERY, sections[ANDHERI]],
  );
  const id = await write({ title: 'Forty places', answers: 'YES_NO', places: 40 });
  // Which children are hers is kept for a moment.
  while ((await gita().call(contract.ofFamily, { id })).answersGiven.length < 200);
  const statuses: number[] = [];
  // Twenty at a time: more wait for a connection of the small test server, and are sent away as busy.
  for (let wave = 0; wave < 200; wave += 20)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const childId = `0190b000-0000-7000-8001-${String(1000 + wave + n).padStart(12, '0')}`;
          return (await gita().raw(contract.answer, answer(id, { childId }))).status;
        }),
      )),
    );
  assert.equal(statuses.filter((status) => status === 200).length, 40);
  // One person's flood is partly sent away before it is looked at (429): the others find no place.
  assert.deepEqual(
    statuses.filter((status) => ![200, 409, 429].includes(status)),
    [],
  );
  assert.ok(statuses.includes(409));
  const [row] = await app.sql<{ n: number }>(
    `select sum(1 + adults)::int as n from event_rsvp where event_id = $1 and answer = 'YES'`,
    [id],
  );
  assert.equal(row?.n, 40);
  await app.sql(`delete from event_rsvp where event_id = $1`, [id]);
  await app.sql(`update enrolment set status = 'CANCELLED' where enrolment_no like 'X%'`);
});

test('moved: who said yes or maybe is told, with the answers carried to the new day; a small change tells nobody', async () => {
  const id = await write({ title: 'Picnic', answers: 'YES_NO' });
  await gita().call(contract.answer, answer(id, { answer: 'MAYBE' }));
  const change = async (more: Partial<Save>) =>
    bina().call(
      contract.save,
      event({ id, version: (await view(id)).version, title: 'Picnic', answers: 'YES_NO', ...more }),
    );
  assert.equal((await change({ description: 'Bring a hat' })).told, 0);
  assert.equal((await change({ place: 'Garden', tell: false })).told, 0);
  assert.equal((await change({ place: 'Garden', fromOn: '2026-12-11' })).told, 1);
  const [message, ...more] = await told(id);
  assert.deepEqual(
    [message?.kind, message?.about, more.length],
    ['communication.event-changed', { studentIds: [Aarav.studentId] }, 0],
  );
  const { dates } = await view(id);
  assert.deepEqual(
    dates.map(({ onDate, maybe }) => [onDate, maybe]),
    [['2026-12-11', 1]],
  );
  await bina().refused(contract.save, event({ id, version: 1, title: 'Picnic' }), 'row.stale');
});

test('one date cancelled, then the event: told once each with the reason, and nothing changes any more', async () => {
  const id = await write({ ...story, title: 'Puppets', answers: 'YES_NO' });
  for (const onDate of ['2026-11-20', '2026-11-27'])
    await gita().call(contract.answer, answer(id, { onDate }));
  const cancelDate = async (onDate: string) =>
    [{ id, onDate, reason: 'The hall is painted' }, { version: (await view(id)).version }] as const;
  assert.equal((await bina().call(contract.cancelDate, ...(await cancelDate('2026-11-20')))).told, 1);
  const again = await cancelDate('2026-11-20');
  await bina().refused(contract.cancelDate, again[0], 'row.stale', { version: 1 });
  await gita().refused(contract.answer, answer(id, { onDate: '2026-11-20' }), 'event.closed');
  const { version } = await view(id);
  assert.equal(
    (await bina().call(contract.cancel, { id, reason: 'The puppeteer is ill' }, { version })).told,
    2,
  );
  const shown = await gita().call(contract.ofFamily, { id });
  assert.deepEqual(
    [shown.status, shown.cancelReason, shown.open],
    ['CANCELLED', 'The puppeteer is ill', false],
  );
  const after_ = await view(id);
  await bina().refused(contract.save, event({ id, version: after_.version }), 'event.cancelled');
  await bina().refused(contract.publish, { id }, 'row.wrong-state', { version: after_.version });
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'event' and subject_id = $1 order by created_at`,
    [id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['publish', 'cancel'],
  );
});

test('families without an answer are asked once a day', async () => {
  const id = await write({ title: 'Sports day', answers: 'YES_NO' });
  await gita().call(contract.answer, answer(id, { answer: 'NO' }));
  const ask = () => bina().call(contract.remind, { id, onDate: '2026-12-10' });
  assert.equal((await ask()).families, 1, 'Kabir’s family alone');
  assert.equal((await ask()).families, 0);
  const silent = await write({ title: 'No answers' });
  await bina().refused(contract.remind, { id: silent, onDate: '2026-12-10' }, 'event.closed');
});

test('at 10:00 the day before, families are reminded once; not of a day that closed since', async () => {
  const id = await write({ title: 'Open house', fromOn: '2026-12-16' });
  const asked = await write({ title: 'With answers', fromOn: '2026-12-16', answers: 'YES_NO' });
  const weekly = await write({ ...story, title: 'Closed since', fromOn: '2026-12-16', until: '2026-12-30' });
  await gita().call(contract.answer, answer(asked, { onDate: '2026-12-16' }));
  const close = () => bina().call(calendarContract.closeDay, { onDate: '2026-12-16', title: 'Water pipe' });
  await close();
  const run = () =>
    remindEvents.run({
      now: at('2026-12-15', '10:00'),
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'communication.event-remind' }, work),
    } as Parameters<typeof remindEvents.run>[0]);
  await run();
  await run();
  const about = async (of: string) => (await told(of)).map(({ about: who }) => who.studentIds.length);
  assert.deepEqual(await about(id), [2]);
  assert.deepEqual(await about(asked), [1]);
  assert.deepEqual(await about(weekly), []);
});

test('a reader without the right to change, and another centre', async () => {
  const id = await write();
  const { version } = await view(id);
  const divya = app.as('Divya');
  assert.deepEqual((await divya.call(contract.get, { id })).can, {
    edit: false,
    publish: false,
    cancel: false,
    remind: false,
  });
  await divya.refused(contract.save, event(), 'module.missing');
  await divya.refused(contract.cancel, { id, reason: 'x' }, 'module.missing', { version });
  const charu = app.as('Charu');
  await charu.refused(contract.get, { id }, 'row.not-found');
  await charu.refused(contract.answersOf, { id, onDate: '2026-12-10' }, 'row.not-found');
  await charu.refused(contract.save, event({ id, version }), 'row.not-found');
  await charu.refused(contract.cancel, { id, reason: 'x' }, 'row.not-found', { version });
  assert.deepEqual(
    (await charu.call(contract.calendar, { from: '2026-12-01', to: '2026-12-31' })).events,
    [],
  );
  assert.equal((await bina().raw(contract.calendar, { from: '2026-12-01', to: '2027-12-31' })).status, 422);
  assert.ok(people.Charu && BANER);
});
