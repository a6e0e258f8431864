// Check-in, own month, register, muster and lock through HTTP (areas/staff.md 10).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, addMonths, type Day, endOfMonth } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, type PersonName, people, staffIds } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { days } from '../staff-testing.ts';
import { attendanceContract } from './attendance.contract.ts';
import { punchContract } from './punch.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
  await app.sql('update franchisee set lat = 19.12, lng = 72.84 where id = $1', [ANDHERI]);
});
after(() => app.close());

const staffId = staffIds.Divya;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The month before this one: it is over. */
const month = addMonths(days(0), -1).slice(0, 7);
const first: Day = `${month}-01`;
/** The nth Tuesday of it. */
const tuesday = (n: number): Day => {
  const all = Array.from({ length: 28 }, (_, i) => addDays(first, i)).filter(
    (day) => weekdayOf(day) === 'TUE',
  );
  return all[n - 1] ?? assert.fail('no such Tuesday');
};

type Press = InputOf<typeof punchContract.check>;
const press = (more: Partial<Press> & { ago?: number } = {}): Press => {
  const { ago = 0, ...rest } = more;
  return {
    id: randomUUID(),
    kind: 'IN',
    capturedAt: new Date(Date.now() - ago).toISOString(),
    ...rest,
  };
};
const punched = (day: Day, kind: 'IN' | 'OUT', time: string, who = staffId) =>
  app.sql(
    `insert into staff_punch (franchisee_id, id, staff_id, kind, at, outside) values ($1, gen_random_uuid(), $2, $3, $4, false)`,
    [ANDHERI, who, kind, `${day}T${time}:00+05:30`],
  );
const punchesOf = async (who = staffId) =>
  (await app.sql<{ n: number }>('select count(*)::int as n from staff_punch where staff_id = $1', [who]))[0]
    ?.n;
const kavi = () => app.as('Kavi', { centre: ANDHERI });
const register = async (day: Day, by: PersonName = 'Bina') =>
  (await app.as(by).call(attendanceContract.day, { day })).rows;
const rowOf = async (day: Day) =>
  (await register(day)).find((row) => row.staffId === staffId) ?? assert.fail('not in the register');
const cell = async (day: Day, code: 'P' | 'A' | 'OD' | null, half: 'fn' | 'an' = 'fn') => ({
  staffId,
  day,
  half,
  code,
  version: (await rowOf(day)).on.version,
});

test('staff thread 5: a check-in has the server’s time and its distance; once is once', async () => {
  const divya = app.as('Divya');
  const input = press({ lat: 19.1207, lng: 72.84, accuracy: 20 });
  const done = await divya.call(punchContract.check, input);
  assert.deepEqual([done.distance, done.outside, done.offline], [78, false, false]);
  assert.ok(Math.abs(new Date(done.at).getTime() - Date.now()) < 5 * MINUTE);
  assert.deepEqual(await divya.call(punchContract.check, input), done, 'the same id again');
  await divya.call(punchContract.check, press());
  assert.equal(await punchesOf(), 1, 'a second press within a minute');
  await app.as('Usha').refused(punchContract.check, { ...input, kind: 'OUT' }, 'row.not-found');
  const far = await app
    .as('Usha')
    .call(punchContract.check, press({ lat: 19.13, lng: 72.84, accuracy: 9000 }));
  assert.deepEqual([far.distance, far.outside], [1112, true], 'a bad accuracy explains at most 50 m');
  const mine = await divya.call(attendanceContract.mine, { month: days(0).slice(0, 7) });
  assert.deepEqual(
    mine.today.map((punch) => punch.kind),
    ['IN'],
  );
  assert.equal(mine.person.staffId, staffId);
});

test('staff story 10: an offline check-in keeps its own time, goes out once, and is flagged', async () => {
  const divya = app.as('Divya');
  const earlier = await punchesOf();
  const input = press({ ago: 71 * HOUR });
  const answers = await Promise.all([
    divya.raw(punchContract.check, input, { key: randomUUID() }),
    divya.raw(punchContract.check, input, { key: randomUUID() }),
  ]);
  assert.deepEqual(
    answers.map((one) => one.status),
    [200, 200],
  );
  assert.equal(await punchesOf(), (earlier ?? 0) + 1);
  const again = await divya.call(punchContract.check, input);
  assert.deepEqual(
    [again.at.slice(0, 16), again.offline, again.distance],
    [new Date(input.capturedAt).toISOString().slice(0, 16), true, null],
  );
  const day = new Date(Date.now() - 71 * HOUR + 19_800_000).toISOString().slice(0, 10);
  const { on } = await rowOf(day);
  assert.ok(on.flags.includes('Offline') && on.flags.includes('No position'));
  await divya.refused(punchContract.check, press({ ago: 73 * HOUR }), 'punch.too-old');
});

test('nobody checks in who is not employed', async () => {
  await app.as('Esha').refused(punchContract.check, press(), 'staff.not-listed');
  await app.sql('update staff set joined_on = $2 where id = $1', [staffIds.Usha, days(1)]);
  await app.as('Usha').refused(punchContract.check, press({ kind: 'OUT' }), 'staff.not-employed');
  await app.sql(`update staff set joined_on = '2024-04-01' where id = $1`, [staffIds.Usha]);
  await app.as('Divya').refused(punchContract.check, { ...press(), lat: 91 }, 'input.invalid');
  await app.as('Divya').refused(punchContract.check, press({ id: 'x' }), 'input.invalid');
});

test('staff story 7: ten minutes decide a half, and the register says why', async () => {
  await punched(tuesday(1), 'IN', '10:29');
  await punched(tuesday(1), 'OUT', '16:30');
  await punched(tuesday(2), 'IN', '10:31');
  await punched(tuesday(2), 'OUT', '16:30');
  const [one, two] = [await rowOf(tuesday(1)), await rowOf(tuesday(2))];
  assert.deepEqual([one.on.letter, one.on.late, two.on.letter], ['P', 119, 'HD']);
  assert.equal(two.on.fn.why, 'Present for 119 of the 120 minutes needed');
});

test('staff story 9: absent after the day; marked present it is corrected, and a mark can be taken back', async () => {
  const day = tuesday(3);
  const bina = app.as('Bina');
  assert.equal((await rowOf(day)).on.letter, 'A');
  const stale = await cell(day, 'A');
  await bina.call(attendanceContract.mark, {
    cells: [{ ...(await cell(day, 'P')), note: 'Was at the bank' }, await cell(day, 'OD', 'an')],
  });
  const { on } = await rowOf(day);
  assert.deepEqual([on.letter, on.flags, on.note], ['P/OD', ['Corrected'], 'Was at the bank']);
  await bina.refused(attendanceContract.mark, { cells: [stale] }, 'row.stale');
  await bina.call(attendanceContract.mark, { cells: [await cell(day, null), await cell(day, null, 'an')] });
  assert.deepEqual([(await rowOf(day)).on.letter, (await rowOf(day)).on.note], ['A', 'Was at the bank']);
  const { code: _code, ...noteOnly } = await cell(day, null);
  await bina.call(attendanceContract.mark, { cells: [{ ...noteOnly, note: '' }] });
  assert.deepEqual([(await rowOf(day)).on.letter, (await rowOf(day)).on.note], ['A', null]);
});

test('what is refused: days ahead, the own day, others’ people, missing rights; all cells or none', async () => {
  const bina = app.as('Bina');
  const day = tuesday(3);
  const good = await cell(day, 'P');
  const ahead = { ...good, day: days(1), version: 0 };
  const error = await bina.refused(attendanceContract.mark, { cells: [good, ahead] }, 'input.invalid');
  assert.deepEqual(Object.keys(error.fields ?? {}), ['cells.1.day']);
  assert.equal((await rowOf(day)).on.letter, 'A', 'nothing of it was written');
  await bina.refused(
    attendanceContract.mark,
    { cells: [{ ...good, day: '2020-01-07' }] },
    'staff.not-employed',
  );
  await bina.refused(attendanceContract.mark, { cells: [] }, 'input.invalid');
  await bina.refused(attendanceContract.mark, { cells: Array(201).fill(good) }, 'input.invalid');
  await app.as('Charu').refused(attendanceContract.mark, { cells: [good] }, 'row.not-found');
  await app.as('Divya').refused(attendanceContract.mark, { cells: [good] }, 'module.missing');
  await app.as('Divya').refused(attendanceContract.day, { day }, 'module.missing');
  await app.as('Kavi', { centre: null }).refused(attendanceContract.day, { day }, 'context.centre-needed');
  await app.sql('update staff set user_id = $2 where id = $1', [staffId, people.Bina.id]);
  await bina.refused(attendanceContract.mark, { cells: [good] }, 'staff.own-record');
  assert.equal((await rowOf(day)).can['mark'], false);
  await app.sql('update staff set user_id = $2 where id = $1', [staffId, people.Divya.id]);
  assert.ok((await register(day, 'Charu')).every((row) => row.staffId !== staffId));
});

test('a wrong punch is left out with a reason and stays in the table', async () => {
  const day = tuesday(1);
  const bina = app.as('Bina');
  const [punch] = (await rowOf(day)).punches;
  const input = { punchId: punch?.id ?? '', reason: 'The sister pressed it' };
  await app.as('Charu').refused(attendanceContract.voidPunch, input, 'row.not-found');
  await bina.refused(attendanceContract.voidPunch, { ...input, reason: '' }, 'input.invalid');
  const all = await punchesOf();
  await bina.call(attendanceContract.voidPunch, input);
  await bina.call(attendanceContract.voidPunch, input);
  assert.deepEqual([(await rowOf(day)).on.letter, await punchesOf()], ['A', all]);
  await assert.rejects(app.sql(`update staff_punch set kind = 'OUT' where id = $1`, [input.punchId]));
});

test('staff stories 14 and 15: the muster, its file and the lock say the same; unlocking gives a reason', async () => {
  const bina = app.as('Bina');
  const day = tuesday(4);
  await punched(day, 'IN', '08:27');
  await punched(day, 'OUT', '16:31');
  const muster = async () => await bina.call(attendanceContract.month, { month });
  const before = (await muster()).rows.find((row) => row.staffId === staffId);
  assert.equal(before?.letters.length, Number(endOfMonth(first).slice(8)));
  const evidence = await bina.call(attendanceContract.evidence, { staffId: staffId ?? '', day });
  assert.deepEqual([evidence.letter, evidence.firstIn, evidence.lastOut], ['P', 507, 991]);
  assert.equal(before?.letters[Number(day.slice(8)) - 1], evidence.letter);
  await app
    .as('Kavi', { centre: BANER })
    .refused(attendanceContract.evidence, { staffId: staffId ?? '', day }, 'row.not-found');
  const file = await fileOf();
  const line = file.find((one) => one.includes(before?.name ?? '?')) ?? '';
  assert.ok(line.endsWith(`,${before?.totals.payable},${before?.totals.lateDays}`), line);
  assert.deepEqual(line.split(',').slice(3, 3 + (before?.letters.length ?? 0)), before?.letters);

  await bina.refused(attendanceContract.lockMonth, { month }, 'module.missing');
  const present = days(0).slice(0, 7);
  await kavi().refused(attendanceContract.lockMonth, { month: present }, 'staff-attendance.month-open');
  const twice = await Promise.all([
    kavi().raw(attendanceContract.lockMonth, { month }),
    kavi().raw(attendanceContract.lockMonth, { month }),
  ]);
  assert.deepEqual(twice.map((one) => one.status).sort(), [200, 409]);
  await bina.refused(
    attendanceContract.mark,
    { cells: [await cell(day, 'A')] },
    'staff-attendance.month-locked',
  );
  const [punch] = (await rowOf(day)).punches;
  await bina.refused(
    attendanceContract.voidPunch,
    { punchId: punch?.id ?? '', reason: 'Too late' },
    'staff-attendance.month-locked',
  );
  await app.sql(`update staff_shift set half_minutes = 300 where franchisee_id = 1`);
  const locked = await muster();
  assert.deepEqual(locked.rows.find((row) => row.staffId === staffId)?.totals, before?.totals);
  assert.deepEqual([locked.locked, locked.can], [true, { lock: false, unlock: false }]);
  assert.deepEqual((await kavi().call(attendanceContract.month, { month })).can, {
    lock: false,
    unlock: true,
  });

  await kavi().refused(attendanceContract.unlockMonth, { month, reason: '' }, 'input.invalid');
  await app
    .as('Kavi', { centre: BANER })
    .refused(attendanceContract.unlockMonth, { month, reason: 'Not locked there' }, 'row.wrong-state');
  await kavi().call(attendanceContract.unlockMonth, { month, reason: 'A holiday was forgotten' });
  const open = (await muster()).rows.find((row) => row.staffId === staffId);
  assert.notDeepEqual(open?.totals, before?.totals, 'computed again, with the other shift');
  const steps = await app.sql(
    `select action, reason from status_step where subject = 'staff_month' order by created_at`,
  );
  assert.deepEqual(steps, [
    { action: 'lock', reason: null },
    { action: 'unlock', reason: 'A holiday was forgotten' },
  ]);
  await app.sql(`update staff_shift set half_minutes = 120 where franchisee_id = 1`);
});

/** Lines of the exported month, without the head. */
async function fileOf(): Promise<string[]> {
  const bina = app.as('Bina');
  const { jobId } = await bina.call(attendanceContract.export, { month, format: 'csv' });
  await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
  const file = await app.app.inject({
    method: 'GET',
    url: `/api/export-job/file?id=${jobId}`,
    headers: await bina.headers(),
  });
  assert.equal(file.statusCode, 200);
  return file.body.trim().split('\r\n').slice(1);
}

test('the own month: letters of one’s own, and nobody else’s', async () => {
  const mine = await app.as('Divya').call(attendanceContract.mine, { month });
  assert.equal(mine.days.length, Number(endOfMonth(first).slice(8)));
  assert.equal(mine.days.find((one) => one.day === tuesday(2))?.letter, 'HD');
  await app.as('Gita').refused(attendanceContract.mine, { month }, 'module.missing');
  await app.as('Esha').refused(attendanceContract.mine, { month }, 'staff.not-listed');
  await app.as('Divya').refused(attendanceContract.mine, { month: '2026-13' }, 'input.invalid');
});
