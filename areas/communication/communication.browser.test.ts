// The thread of the area in a real browser: Bina closes the centre for a day, Gita acknowledges it; an event has places, and
// what is taken is not promised again; a picture goes with the consent to it; an offer by SMS leaves out who did not agree and
// waits for another person; a family writes on WhatsApp and is answered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { axe, fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { answerPhotos, classroomOf, uploadedPicture } from '../academics/diary/diary-testing.ts';
import { carryOut } from './communication-testing.ts';
import { galleryContract } from './gallery/gallery.contract.ts';
import { keepInbound, recordConsent } from './public.server.ts';
import { templateContract } from './template/template.contract.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('an announcement is written, read, acknowledged, and the bar says who is left', async () => {
  const page = await web.open('/announcement/add-announcement', 'Bina');
  await page.getByLabel('Title', { exact: true }).fill('Closed today');
  await page.getByLabel('Text', { exact: true }).fill('It rains too much. Please keep the children at home.');
  await page.getByText('Ask everyone to acknowledge it').click();
  await settled(page);
  await web.shot(page, 'announcement-form');
  await fits(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('tab', { name: 'Not yet' }).waitFor();
  await carryOut(web.server, new Date());

  const feed = await web.open('/announcement/announcement-view', 'Gita', { width: 390 });
  await feed.getByRole('link', { name: 'Closed today' }).click();
  await feed.getByRole('button', { name: 'I have read this' }).click();
  await feed.getByRole('button', { name: 'I have read this' }).waitFor({ state: 'detached' });
  await settled(feed);
  await web.shot(feed, 'announcement-read');
  await fits(feed);
  await feed.close();

  await page.reload();
  await page.getByRole('tab', { name: 'Acknowledged' }).click();
  await page.getByRole('cell', { name: /Gita Iyer/ }).waitFor();
  await page.getByRole('tab', { name: 'Not yet' }).click();
  await page.getByRole('cell', { name: /Mother of Kabir/ }).waitFor();
  assert.equal(await page.getByRole('cell', { name: /Gita Iyer/ }).count(), 0);
  await settled(page);
  await web.shot(page, 'announcement-left');
  await page.close();
});

test('an event with three places: two adults and the child take them, a third adult is refused', async () => {
  const on = addDays(todayIst(new Date()), 10);
  const page = await web.open('/eventcalendar/add-event-calendar', 'Bina');
  await page.getByLabel('Title', { exact: true }).fill('Annual day');
  await page.getByLabel('Date', { exact: true }).fill(formatDate(on));
  await page.keyboard.press('Tab'); // its calendar lies over the next field
  await page.getByText('All day', { exact: true }).click();
  await pick(page, 'Answers of families', 'Yes or no, and how many adults');
  await page.getByLabel('Places').fill('3');
  await settled(page);
  await web.shot(page, 'event-form');
  await fits(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/view-calendar/);
  const path = new URL(page.url()).pathname;

  const family = await web.open(path, 'Gita', { width: 390 });
  await family.getByText('3 places left').waitFor();
  await family.getByText('Yes', { exact: true }).click();
  await family.getByLabel('Adults who come along').fill('3');
  await family.getByRole('button', { name: 'Save answer' }).click();
  await family.getByText('3 places left, you asked for 4.').waitFor();
  await family.getByLabel('Adults who come along').fill('2');
  await family.getByRole('button', { name: 'Save answer' }).click();
  await family.getByText('0 places left').waitFor();
  await settled(family);
  await web.shot(family, 'event-answer');
  await fits(family);
  await family.close();
  await page.reload();
  await page.getByText('Aarav').first().waitFor();
  await page.close();
});

test('an album: a child without consent keeps its picture back, and a consent taken back takes the picture away', async () => {
  const { Aarav, Kabir } = children;
  await classroomOf(web.server);
  await answerPhotos(web.server, Aarav.studentId, 'YES');
  const divya = web.server.as('Divya');
  const { id } = await divya.call(galleryContract.save, {
    title: 'Rain and puddles',
    onDate: todayIst(new Date()),
    audience: 'CLASS',
    sectionIds: [sections[ANDHERI]],
  });
  const file = () => uploadedPicture(web.server, 'Divya');
  const photos = [];
  for (let n = 0; n < 2; n += 1)
    photos.push({ largeId: await file(), smallId: await file(), width: 1600, height: 1200 });
  await divya.call(galleryContract.addPhotos, { id, photos });
  const together = [[Aarav.admissionId], [Aarav.admissionId, Kabir.admissionId]];
  for (const [n, photo] of (await divya.call(galleryContract.get, { id })).photos.entries())
    await divya.call(
      galleryContract.name,
      { photoId: photo.id, childrenCount: together[n]?.length ?? 0, enrolmentIds: together[n] ?? [] },
      { version: photo.version },
    );
  const page = await web.open(`/photogallary/edit-photogallary/${id}`, 'Divya');
  await page.getByText('1 picture ready, 1 blocked.').waitFor();
  await page.getByRole('button', { name: 'Publish the 1' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  await settled(page);
  await web.shot(page, 'gallery-blocked');
  await page.context().close();

  const family = await web.open(`/gallery/student-view/${Aarav.admissionId}`, 'Gita', { width: 390 });
  await family.getByText(/ · 1 picture/).waitFor();
  await answerPhotos(web.server, Aarav.studentId, 'WITHDRAWN');
  await family.reload();
  await family.getByText('No pictures yet.').waitFor();
  await family.getByRole('tab', { name: 'My child' }).click();
  await family.getByText('No picture with your child yet.').waitFor();
  await settled(family);
  await web.shot(family, 'gallery-gone');
  await fits(family);
  await family.context().close();
});

test('an offer by SMS: the registered text, who is left out and why, and another person who approves it', async () => {
  const bina = web.server.as('Bina');
  const { id } = await bina.call(templateContract.save, {
    name: 'Siblings',
    userType: 'PARENT',
    type: 'SMS',
    category: 'PROMOTIONAL',
    variables: [],
    variants: [
      {
        language: 'en',
        body: 'Dear {#var#}, siblings pay less at {#var#}.',
        map: ['name', 'centre'],
        dltEntityId: '1'.repeat(19),
        dltTemplateId: '2'.repeat(19),
        header: '123456',
      },
    ],
    submit: true,
  });
  const { version } = await bina.call(templateContract.get, { id });
  await web.server.as('Kavi').call(templateContract.activate, { id }, { version });
  await inUnitOfWork(web.server.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'GUARDIAN',
      subjectId: children.Aarav.guardianId,
      answers: [{ purpose: 'MESSAGES_MARKETING', answer: 'YES' }],
      method: 'APP',
    }),
  );
  const page = await web.open('/communications/sms', 'Bina');
  await page.getByLabel('Title', { exact: true }).fill('Siblings pay less');
  await page.getByRole('button', { name: 'Check who gets it' }).click();
  await page.getByText('1 people will get this, 1 will not.').waitFor();
  await page.getByText(/^1 · /).waitFor();
  await page.getByText('Dear Gita Iyer, siblings pay less at Andheri.').waitFor();
  await settled(page);
  await web.shot(page, 'campaign-check');
  await fits(page);
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('It waits for approval by someone else.').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Approve', exact: true }).count(),
    0,
    'not by its maker',
  );
  await page.context().close();
  const other = await web.open('/communications/sms?tab=campaigns', 'Omkar');
  await other.getByRole('link', { name: 'Siblings pay less' }).click();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByRole('dialog').last().getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByText('Approved', { exact: true }).first().waitFor();
  await other.context().close();
  await carryOut(web.server, new Date());
  const sent = await web.server.sql<{ to: string }>(
    "select to_id as to from message where source_kind = 'campaign'",
  );
  assert.deepEqual(
    sent.map(({ to }) => to),
    [children.Aarav.guardianId],
  );
});

test('a family writes on WhatsApp: it stands in the inbox, is read and answered', async () => {
  const [parent] = await web.server.sql<{ mobile: string }>('select mobile from guardian where id = $1', [
    children.Aarav.guardianId,
  ]);
  await inUnitOfWork(web.server.pool, systemActor(null), { command: 'test' }, (db) =>
    keepInbound(db, {
      id: 'wamid.browser',
      waId: (parent?.mobile ?? '').slice(1),
      phone: parent?.mobile ?? null,
      profileName: 'Gita',
      at: new Date(),
      text: 'Aarav stays at home today.',
      stop: false,
      enquiryAt: null,
    }),
  );
  const page = await web.open('/communications/sms?tab=inbox', 'Bina', { width: 390 });
  await page.getByRole('tab', { name: /Inbox 1/ }).waitFor();
  await page.getByRole('link', { name: 'Gita Iyer' }).click();
  const thread = page.getByRole('log', { name: 'Conversation' });
  await thread.getByText('Aarav stays at home today.').waitFor();
  await settled(page);
  // Before the answer: its notice lies over the drawer's close button for two seconds.
  assert.deepEqual(await axe(page), []);
  await page.getByLabel('Answer', { exact: true }).fill('Get well soon!');
  await page.getByRole('button', { name: 'Send on WhatsApp' }).click();
  await thread.getByText('Get well soon!').waitFor();
  await page.getByText('Answered').first().waitFor();
  await settled(page);
  await web.shot(page, 'inbox-answered');
  await page.context().close();
});

test('nothing went wrong on the way', () => {
  assert.deepEqual(web.problems, []);
});
