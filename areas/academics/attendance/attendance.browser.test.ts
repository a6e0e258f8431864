// Attendance in a real browser: a register opened once is given without a network, waits, and goes out once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { calendarContract } from '../calendar/calendar.contract.ts';

let web: WebPages;
const today = todayIst(Date.now());
before(async () => {
  web = await webPages();
  // Whatever weekday the tests run on, the section works today.
  const bina = web.server.as('Bina');
  const { id } = await bina.call(calendarContract.create, { from: 'EMPTY' });
  await bina.call(
    calendarContract.save,
    {
      id,
      name: 'Andheri',
      weekOff: [],
      saturdays: 'WORK',
      days: [],
    },
    { version: 1 },
  );
  const { version } = await bina.call(calendarContract.get, { id });
  await bina.call(calendarContract.publish, { id }, { version });
});
after(() => web?.close());

test('a network that goes while the screen is open: registers that were not opened yet stand on the device', async () => {
  const page = await web.open('/attendance/give-attendance', 'Bina', { worker: true });
  await page.getByText('Nursery A').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(keptOnDevice);
  await page.context().setOffline(true);
  await page.getByText('Nursery A').click();
  await page.getByRole('heading', { level: 1, name: /^Nursery A/ }).waitFor();
  await page.getByRole('button', { name: 'Submit' }).waitFor();
  await page.context().setOffline(false);
  await page.close();
});

test('a register is given without a network, by keys, and sent once when it is back', async () => {
  const page = await web.open('/attendance/give-attendance', 'Bina', { worker: true });
  await page.getByText('Nursery A').waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'attendance-today');
  await page.getByText('Nursery A').click();
  const kabir = page.getByRole('group', { name: 'Kabir' });
  await kabir.waitFor();
  await settled(page);
  // From here on what the screen loads later comes from the device.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await kabir.focus();
  await page.keyboard.press('l');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('a');
  await page.getByText('2 children: 1 late, 1 absent').waitFor();
  await web.shot(page, 'attendance-register');
  await fits(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(/waits for the network/).waitFor();
  assert.equal((await marks()).length, 0);
  await page.context().setOffline(false);
  await page.getByText(/waits for the network/).waitFor({ state: 'detached' });
  assert.deepEqual(await marks(), [
    { enrolment_id: children.Aarav.admissionId, code: 'A', status: 'SUBMITTED' },
    { enrolment_id: children.Kabir.admissionId, code: 'LATE', status: 'SUBMITTED' },
  ]);
  await page.goto(`${web.origin}/attendance/report/${children.Aarav.studentId}`);
  await page.getByText('Attendance: Aarav').first().waitFor();
  await settled(page);
  await fits(page);
  await web.shot(page, 'attendance-report');
  await page.close();
});

test('a day that is closed for changes shows what stands, and nothing as marked that nobody marked', async () => {
  const page = await web.open(
    `/attendance/give-attendance?section=${sections[ANDHERI]}&on=${addDays(today, -10)}`,
    'Bina',
  );
  await page.getByText('This day is closed for changes').waitFor();
  await page.getByText('2 children: 2 not marked').waitFor();
  assert.equal(await page.getByText('Not marked', { exact: true }).count(), 2);
  assert.equal(await page.getByRole('button', { name: 'Present' }).count(), 0);
  await page.close();
});

/** In the page: whether a register has been kept. */
const keptOnDevice = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('aangan-offline');
    opening.onsuccess = () => {
      const counting = opening.result.transaction('todayRoster').objectStore('todayRoster').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result > 0);
      };
    };
  });

const marks = () =>
  web.server.sql(
    `select m.enrolment_id, m.code, r.status from attendance_mark m join attendance_register r on r.franchisee_id = m.franchisee_id and r.id = m.register_id
      where m.franchisee_id = $1 and m.section_id = $2 and m.on_date = $3 order by m.enrolment_id`,
    [ANDHERI, sections[ANDHERI], today],
  );
