// Online classes through HTTP: planning with its refusals, the lobby of a class for teacher, family and link, minutes counted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { academicYearDays, addDays, todayIst } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds, YEAR } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { classDays, timesFaults } from './class-days.ts';
import { classLinkContract } from './class-link.contract.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { onlineClasses } from './online-class.listing.ts';
import { tick } from './online-class-tick.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const today = todayIst(new Date());
const bina = () => app.as('Bina', { centre: ANDHERI, year: YEAR });
const gita = () => app.as('Gita');
/** A day to come from Monday to Friday, another one each time. */
let last = today;
function nextDay(): string {
  do last = addDays(last, 1);
  while (['SAT', 'SUN'].includes(weekdayOf(last)));
  return last;
}
const sundayAfter = (day: string): string => (weekdayOf(day) === 'SUN' ? day : sundayAfter(addDays(day, 1)));
const plan = (more = {}) => ({
  title: 'Rhymes',
  sectionIds: [sections[ANDHERI]],
  subject: 'English',
  date: today,
  fromTime: '16:00',
  toTime: '16:30',
  hostId: staffIds.Divya,
  linkUrl: 'https://meet.example.in/nursery-a',
  lobby: true,
  ...more,
});
const schedule = (more = {}) => bina().call(contract.schedule, plan({ date: nextDay(), ...more }));
const fieldsOf = async (more: object): Promise<string[]> =>
  Object.keys(
    (
      (await bina().refused(contract.schedule, plan({ date: nextDay(), ...more }), 'input.invalid')) as {
        fields?: object;
      }
    ).fields ?? {},
  );
/** The class begins in so many minutes and takes half an hour. */
const begin = (id: string, minutes: number) =>
  app.sql(
    `update online_class set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 30) where id = $1`,
    [id, minutes],
  );
const childRow = async (id: string, admissionId: string = children.Aarav.admissionId) => {
  const [row] = await app.sql<{ id: string; attended_s: number }>(
    'select id, attended_s from online_class_child where online_class_id = $1 and enrolment_id = $2',
    [id, admissionId],
  );
  assert.ok(row);
  return row;
};
const versionOf = async (id: string) => {
  const [row] = await app.sql<{ version: number }>('select version from online_class where id = $1', [id]);
  assert.ok(row);
  return row.version;
};
const work = <T>(run: (db: Parameters<typeof tick>[0]) => Promise<T>) =>
  inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, run);
const linkOf = async (id: string) => {
  const { id: subjectId } = await childRow(id);
  return app.link(
    await work((db) =>
      issueLink(db, {
        purpose: 'online-class.child',
        franchiseeId: ANDHERI,
        subject: { kind: 'online-class-child', id: subjectId },
      }),
    ),
  );
};

test('days of a series and faults of times', () => {
  const times = {
    date: '2026-07-07',
    fromTime: '16:00',
    toTime: '16:30',
    weekdays: [],
    until: null,
  } as const;
  assert.deepEqual(classDays(times), ['2026-07-07']);
  assert.deepEqual(classDays({ ...times, weekdays: ['TUE', 'THU'], until: '2026-07-16' }), [
    '2026-07-07',
    '2026-07-09',
    '2026-07-14',
    '2026-07-16',
  ]);
  const now = new Date('2026-07-01T10:00:00+05:30');
  const faults = (more: object) => Object.keys(timesFaults({ ...times, ...more }, 2026, now));
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults({ toTime: '16:05' }), ['toTime']);
  assert.deepEqual(faults({ toTime: '19:01' }), ['toTime']);
  assert.deepEqual(faults({ date: '2026-06-30' }), ['fromTime']);
  assert.deepEqual(faults({ date: '2027-05-30' }), ['date']);
  assert.deepEqual(faults({ weekdays: ['TUE'] }), ['until']);
  assert.deepEqual(faults({ until: '2026-07-20' }), ['weekdays']);
  assert.deepEqual(faults({ weekdays: ['TUE'], until: '2026-09-06' }), ['until']);
});

test('scheduled for a section, listed with its children; a series leaves closed days out', async () => {
  const one = await schedule();
  assert.deepEqual([one.classes, one.skipped, one.children], [1, 0, 2]);
  const list = await bina().call(onlineClasses.endpoints.list, { q: 'Rhymes' });
  const row = list.rows.find(({ id }) => id === one.id);
  assert.deepEqual(
    [row?.sections, row?.host, row?.invited, row?.attended, row?.status],
    ['Nursery A', 'Divya Nair', 2, 0, 'SCHEDULED'],
  );
  const date = nextDay();
  const series = await schedule({
    date,
    weekdays: ['SUN', weekdayOf(date)],
    until: addDays(date, 7),
    fromTime: '08:00',
    toTime: '08:30',
  });
  assert.deepEqual([series.classes, series.skipped], [2, 1]);
  const [count] = await app.sql<{ n: number }>(
    'select count(*)::int as n from online_class where series_id = (select series_id from online_class where id = $1)',
    [series.id],
  );
  assert.equal(count?.n, 2);
});

test('refused: a busy host, bad times, a closed day, another year, staff not approved, sections of another centre', async () => {
  const date = nextDay();
  await schedule({ date });
  const busy = await bina().refused(
    contract.schedule,
    plan({ date, fromTime: '16:20', toTime: '17:00' }),
    'online-class.host-busy',
  );
  assert.match(JSON.stringify(busy), /Divya Nair/);
  await schedule({ date, fromTime: '16:30', toTime: '17:00' });
  assert.deepEqual(await fieldsOf({ toTime: '16:05' }), ['toTime']);
  assert.deepEqual(await fieldsOf({ date: sundayAfter(addDays(today, 1)) }), ['date']);
  assert.deepEqual(await fieldsOf({ date: addDays(academicYearDays(YEAR).to, 1) }), ['date']);
  assert.deepEqual(await fieldsOf({ hostId: staffIds.Usha }), ['hostId']);
  await bina().refused(
    contract.schedule,
    plan({ date: nextDay(), sectionIds: [sections[BANER]] }),
    'row.not-found',
  );
  await gita().refused(contract.schedule, plan(), 'module.missing');
});

test('cancelled once, with a reason; families are told and links end', async () => {
  const { id } = await schedule();
  const link = await linkOf(id);
  assert.equal((await link.call(classLinkContract.view, {})).step, 'EARLY');
  await bina().refused(contract.cancel, { id, reason: 'No' }, 'input.invalid', {
    version: await versionOf(id),
  });
  await app.as('Charu').refused(contract.cancel, { id, reason: 'The teacher is ill' }, 'row.not-found', {
    version: await versionOf(id),
  });
  await app.as('Charu').refused(contract.sendLinks, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.attendance, { id }, 'row.not-found');
  await bina().call(contract.cancel, { id, reason: 'The teacher is ill' }, { version: await versionOf(id) });
  await bina().refused(contract.cancel, { id, reason: 'The teacher is ill' }, 'row.wrong-state', {
    version: await versionOf(id),
  });
  await link.refused(classLinkContract.view, {}, 'link.ended');
  await bina().refused(contract.sendLinks, { id }, 'row.wrong-state');
  const told = await app.sql<{ dedupe_key: string }>(
    `select dedupe_key from outbox where dedupe_key like 'online-class.cancelled:%'`,
  );
  assert.equal(told.length, 2);
});

test('nobody enters early; the lobby holds a child until the teacher lets it in; minutes run from joining to the end', async () => {
  const { id } = await schedule();
  const divya = app.as('Divya');
  await divya.refused(contract.ticket, { id }, 'meeting.not-open');
  const link = await linkOf(id);
  await link.refused(classLinkContract.knock, {}, 'online-class.early');
  await link.refused(classLinkContract.join, {}, 'online-class.early');
  await begin(id, 10);
  const { referenceID } = await divya.call(contract.ticket, { id });
  // Another person's reference opens nothing.
  await bina().refused(contract.room, { referenceID }, 'meeting.not-found');
  assert.equal((await link.call(classLinkContract.view, {})).step, 'KNOCK');
  await link.call(classLinkContract.knock, {});
  assert.equal((await link.call(classLinkContract.view, {})).step, 'LOBBY');
  await divya.call(contract.open, { referenceID });
  await link.refused(classLinkContract.join, {}, 'online-class.lobby');
  const waiting = (await divya.call(contract.room, { referenceID })).children.filter(
    ({ state }) => state === 'WAITING',
  );
  assert.equal(waiting.length, 1);
  const childIds = waiting.map((one) => one.id);
  assert.deepEqual(await divya.call(contract.admit, { referenceID, childIds }), { admitted: 1 });
  assert.deepEqual(await divya.call(contract.admit, { referenceID, childIds }), { admitted: 0 });
  assert.deepEqual(await link.call(classLinkContract.join, {}), { url: 'https://meet.example.in/nursery-a' });
  await app.sql(`update online_class set opened_at = now() - interval '25 minutes' where id = $1`, [id]);
  await app.sql(
    `update online_class_child set admitted_at = now() - interval '21 minutes', joined_at = now() - interval '20 minutes' where id = $1`,
    [(await childRow(id)).id],
  );
  await divya.call(contract.end, { referenceID });
  await divya.call(contract.end, { referenceID });
  const { heldMinutes, rows } = await divya.call(contract.attendance, { id });
  assert.equal(heldMinutes, 25);
  assert.deepEqual(
    rows.map(({ minutes }) => minutes).sort((a, b) => a - b),
    [0, 20],
  );
  assert.equal((await link.call(classLinkContract.view, {})).step, 'OVER');
  await link.refused(classLinkContract.join, {}, 'meeting.ended');
  const past = (await divya.call(contract.past, {})).classes.find((one) => one.id === id);
  assert.deepEqual([past?.invited, past?.attended, past?.heldMinutes], [2, 1, 25]);
  const own = (await gita().call(contract.past, {})).classes.find((one) => one.id === id);
  assert.deepEqual([own?.attendedMinutes, own?.child?.startsWith('Aarav')], [20, true]);
});

test('a parent sees the own child’s classes and gets a link for it; not for another child, nor the list of children', async () => {
  const { id } = await schedule();
  await begin(id, 5);
  const { family, classes } = await gita().call(contract.mine, {});
  const one = classes.find((found) => found.id === id);
  assert.deepEqual([family, one?.child?.id, one?.can.join], [true, children.Aarav.studentId, true]);
  const { referenceID } = await gita().call(contract.myLink, { id, student: children.Aarav.studentId });
  assert.equal((await app.link(referenceID).call(classLinkContract.view, {})).step, 'KNOCK');
  await gita().refused(contract.myLink, { id, student: children.Kabir.studentId }, 'row.not-found');
  await gita().refused(contract.attendance, { id }, 'row.not-found');
  await gita().refused(contract.ticket, { id }, 'meeting.not-found');
  await app.as('Charu').refused(contract.ticket, { id }, 'meeting.not-found');
  const mine = await app.as('Divya').call(contract.mine, {});
  assert.equal(mine.classes.find((found) => found.id === id)?.can.join, true);
  await app.sql('delete from online_class_child where online_class_id = $1 and enrolment_id = $2', [
    id,
    children.Aarav.admissionId,
  ]);
  await gita().refused(contract.myLink, { id, student: children.Aarav.studentId }, 'row.not-found');
  assert.ok((await gita().call(contract.mine, {})).classes.every((found) => found.id !== id));
  await begin(id, -60);
});

test('a teacher looks after own classes, the head after all', async () => {
  const [other] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1, '002-40991', 'Pallavi', 'TEACHING', '2026-04-01', 'APPROVED') returning id`,
    [ANDHERI],
  );
  assert.ok(other);
  const { id } = await schedule({ hostId: other.id });
  await begin(id, 5);
  const divya = app.as('Divya');
  const seen = async (who: ReturnType<typeof bina>) =>
    (await who.call(onlineClasses.endpoints.list, { limit: 200 })).rows.some((row) => row.id === id);
  assert.deepEqual([await seen(divya), await seen(bina())], [false, true]);
  const version = await versionOf(id);
  await divya.refused(contract.cancel, { id, reason: 'Not mine to cancel' }, 'row.not-found', { version });
  await divya.refused(contract.sendLinks, { id }, 'row.not-found');
  await divya.refused(contract.attendance, { id }, 'row.not-found');
  await divya.refused(contract.ticket, { id }, 'meeting.not-found');
  assert.equal((await bina().call(contract.ticket, { id })).referenceID.length, 22);
});

test('links leave half an hour before, once; what nobody opened did not take place, what nobody ended is over', async () => {
  const { id } = await schedule();
  const links = async () =>
    (
      await app.sql(
        `select id from outbox where dedupe_key like 'online-class.link:%:first' and source_kind = 'online-class' and source_id = $1`,
        [id],
      )
    ).length;
  await work((db) => tick(db, new Date()));
  assert.equal(await links(), 0);
  await begin(id, 20);
  await work((db) => tick(db, new Date()));
  await work((db) => tick(db, new Date()));
  assert.equal(await links(), 2);
  await begin(id, -61);
  await work((db) => tick(db, new Date()));
  const [missed] = await app.sql<{ status: string; cancel_reason: string }>(
    'select status, cancel_reason from online_class where id = $1',
    [id],
  );
  assert.deepEqual([missed?.status, missed?.cancel_reason], ['CANCELLED', 'Nobody opened this class']);
  const { id: held } = await schedule();
  await begin(held, -70);
  await app.sql(`update online_class set status = 'LIVE', opened_at = starts_at where id = $1`, [held]);
  await app.sql(
    `update online_class_child x set asked_at = c.starts_at, admitted_at = c.starts_at, joined_at = c.starts_at + interval '10 minutes'
      from online_class c where c.id = x.online_class_id and c.id = $1`,
    [held],
  );
  await work((db) => tick(db, new Date()));
  assert.equal((await childRow(held)).attended_s, 20 * 60);
});
