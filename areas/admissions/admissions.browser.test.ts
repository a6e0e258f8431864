// The new screens in a real browser against the real server: counter registration, papers, desk, wizard, seats; the
// family's registration form and home on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileTypes } from '@aangan/server/files/file-type.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { fits, pick, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { admissionContract } from './admission/admission.contract.ts';
import {
  askingFamily,
  readyRegistration,
  registrationAnswers,
  submitAdmission,
  versionOf,
} from './admissions-testing.ts';
import { applicationContract } from './application/application.contract.ts';
import { approvedPlanFor } from './application/approved-plan-testing.ts';
import { formContract } from './form/form.contract.ts';
import { publicFormContract } from './public-form/public-form.contract.ts';
import { registrationContract } from './registration/registration.contract.ts';

let web: WebPages;
before(async () => {
  web = await webPages();
});
after(() => web?.close());

test('a walk-in is registered at the counter: the form is kept while it is typed and leads to the desk', async () => {
  const code = await askingFamily(web.server, { name: 'Nila', born: '2023-03-10' });
  const page = await web.open(`/forms/registration-form/${code}`, 'Esha', { width: 1440 });
  await page.getByRole('heading', { name: 'Register Nila Kulkarni' }).waitFor();
  await web.shot(page, 'registration-new');
  await page.getByRole('button', { name: 'Fill at the centre' }).click();
  await page.getByRole('heading', { name: 'School and habits' }).waitFor();
  await pick(page, 'Food', 'Vegetarian');
  await page.getByRole('status').getByText('Saving…').waitFor();
  await page.getByRole('status').getByText('Saved').waitFor();
  await typeOn(page);
  await page.reload();
  await page
    .getByText(/Typed at the centre/)
    .first()
    .waitFor();
  await page.getByLabel('Who of the family signed?').fill('Rohan Nila');
  await page.getByRole('button', { name: 'Hand in the registration' }).click();
  await page.getByText('Fill this in').or(page.getByText('Choose one')).first().waitFor();
  await web.shot(page, 'registration-form');
  await page.goto(`${web.origin}/forms/registration`);
  await page.getByText('Nila Kulkarni').first().waitFor();
  await page.context().close();
});

test('who leaves the form by a link takes nothing back: the last answer is kept, and stands there on coming back', async () => {
  const code = await askingFamily(web.server, { name: 'Tara', born: '2023-03-10' });
  const page = await web.open(`/forms/registration-form/${code}`, 'Esha', { width: 1440 });
  await page.getByRole('button', { name: 'Fill at the centre' }).click();
  await page.getByRole('heading', { name: 'School and habits' }).waitFor();
  const food = page.getByRole('combobox', { name: 'Food' }).or(page.getByRole('textbox', { name: 'Food' }));
  await pick(page, 'Food', 'Vegetarian');
  await page.getByRole('status').getByText('Saved').waitFor();
  const save = page.waitForResponse(/api.admission-form.save/);
  await pick(page, 'Food', 'Vegetarian with egg');
  await page.getByRole('link', { name: 'Documents, seat and history' }).click();
  await page.waitForURL(/\/forms\/registration\?/);
  assert.equal((await save).status(), 200);
  await page.goBack();
  await page.getByRole('heading', { name: 'School and habits' }).waitFor();
  assert.equal(await food.first().inputValue(), 'Vegetarian with egg');
  await page.context().close();
});

/** Goes on while a request is on its way: 'Saved' must not stand over the answer that came after it. */
async function typeOn(page: Page): Promise<void> {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const save = /api.admission-form.save/;
  let sent = 0;
  await page.route(save, async (route) => {
    sent += 1;
    await gates[sent - 1]?.promise;
    await route.continue();
  });
  const first = page.waitForRequest(save);
  await pick(page, 'Food', 'Vegetarian with egg');
  await first;
  await pick(page, 'Food', 'Vegetarian');
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const mark of document.querySelectorAll('[role=status]')) seen.add(mark.textContent ?? '');
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  // The phone goes into the pocket and out again: two more wait for the request that is on its way.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    for (let n = 0; n < 2; n += 1) document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
  const second = page.waitForRequest(save);
  gates[0]?.resolve();
  await second;
  assert.equal(
    await page.evaluate(() => (window as Window & { seen?: Set<string> }).seen?.has('Saved')),
    false,
    'half of it is not saved',
  );
  gates[1]?.resolve();
  await page.getByRole('status').getByText('Saved').waitFor();
}

test('the centre head verifies a registration from the desk, sets seats and sees rules and settings', async () => {
  const id = await readyRegistration(web.server, { name: 'Ovi', born: '2023-03-10' });
  const page = await web.open('/forms/registration?lane=TO_VERIFY', 'Bina', { width: 1440 });
  await page.getByRole('link', { name: 'Ovi Kulkarni' }).click();
  const panel = page.getByRole('dialog', { name: /Ovi Kulkarni/ });
  assert.match(page.url(), /lane=TO_VERIFY/, 'the list beside the row keeps its filter');
  await panel.getByText('Every document is verified').waitFor();
  await web.shot(page, 'registration-panel');
  await panel.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('button', { name: 'Verify and keep the seat' }).click();
  await panel.getByText('Seat held').first().waitFor();
  assert.equal((await web.server.as('Bina').call(registrationContract.get, { id })).status, 'VERIFIED');
  for (const [path, text, name] of [
    ['/forms/registration', 'Lapsing in 2 days', 'registration-desk'],
    ['/forms/registration/list', 'Ovi Kulkarni', 'registration-list'],
    ['/forms/admission?tab=seats', 'Seats of the year', 'seats'],
    ['/forms/admission?tab=ages', 'Age at entry', 'age-rules'],
    ['/forms/admission?tab=settings', 'How children come in', 'settings'],
    ['/forms/admission?tab=exceptions', 'No exceptions', 'exceptions'],
    ['/forms/admission', 'Ovi Kulkarni', 'admission-desk'],
  ] as const) {
    await page.goto(`${web.origin}${path}`);
    await page.getByText(text).first().waitFor();
    await web.shot(page, name);
  }
  await page.goto(`${web.origin}/forms/admission?tab=seats`);
  await page
    .getByRole('row', { name: /Nursery Morning/ })
    .getByRole('button', { name: 'Change' })
    .click();
  await page.getByLabel('Seats', { exact: true }).fill('25');
  // Enter is the action, and while it is under way there is no way out.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await page.locator('button:disabled', { hasText: 'Cancel' }).waitFor();
  held.resolve();
  await page.getByText(/Saved. \d+ seats left/).waitFor();
  await page.context().close();
});

/** One picture of each kind and a PDF, made by the browser itself. */
async function sampleFiles(): Promise<{ name: string; mime: string; content: Buffer }[]> {
  const page = await web.browser.newPage();
  await page.setContent('<h1>Immunisation card of Juhi Kulkarni</h1>');
  const webp = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    return canvas.toDataURL('image/webp').split(',')[1] ?? '';
  });
  const files = [
    { name: 'card.jpg', mime: 'image/jpeg', content: await page.screenshot({ type: 'jpeg' }) },
    { name: 'card.png', mime: 'image/png', content: await page.screenshot() },
    { name: 'card.webp', mime: 'image/webp', content: Buffer.from(webp, 'base64') },
    { name: 'card.pdf', mime: 'application/pdf', content: await page.pdf() },
  ];
  await page.close();
  return files;
}

/** A film of a moment that the browser records itself, and a second of silence. */
async function samplesToPlay(): Promise<{ film: Buffer; sound: Buffer }> {
  const page = await web.browser.newPage();
  const film = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let n = 0; n < 10; n += 1) {
      canvas.getContext('2d')?.fillRect(n, n, 9, 9);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  await page.close();
  const sound = Buffer.alloc(44 + 8000, 128);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(36 + 8000, 4);
  sound.write('WAVEfmt ', 8);
  for (const [at, value] of [16, 0x0001_0001, 8000, 8000, 0x0008_0001].entries())
    sound.writeUInt32LE(value, 16 + 4 * at);
  sound.write('data', 36);
  sound.writeUInt32LE(8000, 40);
  return { film: Buffer.from(film), sound };
}

/** Whatever may be kept is shown where a document's name is pressed, in place or by a button that hands it over. */
async function showsEveryKind(page: Page, panel: Locator, picture: Buffer): Promise<void> {
  const { film, sound } = await samplesToPlay();
  const seen: Readonly<Record<string, { element: string; body: Buffer }>> = {
    image: { element: 'img', body: picture },
    video: { element: 'video', body: film },
    audio: { element: 'audio', body: sound },
  };
  for (const [mime, { class: kind }] of Object.entries(fileTypes)) {
    const { element = null, body = Buffer.from('text') } = seen[kind] ?? {};
    await page.route('**/api/file/**', (route) => route.fulfill({ contentType: mime, body }));
    await panel.getByRole('button', { name: 'card.png' }).click();
    const shown = page.getByRole('dialog', { name: 'card.png' });
    if (element)
      await page.waitForFunction(
        (tag) => {
          const found = document.querySelector(`[role=dialog] ${tag}`);
          return found instanceof HTMLMediaElement
            ? found.readyState > 0
            : found instanceof HTMLImageElement && found.naturalWidth > 0;
        },
        element,
        { timeout: 20_000 },
      );
    else if (mime === 'application/pdf') await shown.locator('iframe[title="card.png"]').waitFor();
    else {
      await shown.getByText('opens in its own program').waitFor();
      const saved = page.waitForEvent('download');
      await shown.getByRole('button', { name: 'Open card.png' }).click();
      await saved;
    }
    assert.equal(await shown.getByText('could not be shown').count(), 0, mime);
    await shown.getByRole('button').first().click();
    await shown.waitFor({ state: 'hidden' });
    await page.unroute('**/api/file/**');
  }
}

test('every kind of document stands beside the form, and nobody judges one that is not on the screen', async () => {
  const { id } = await web.server.as('Esha').call(registrationContract.open, {
    enquiryCode: await askingFamily(web.server, { name: 'Juhi', born: '2023-03-10' }),
    classId: 3,
    daySession: 'MORNING',
  });
  const files = await sampleFiles();
  for (const file of files) {
    const fileId = await inUnitOfWork(web.server.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      saveFile(db, { franchiseeId: ANDHERI, kind: 'upload', ...file }),
    );
    await web.server.as('Esha').call(formContract.addDocument, {
      kind: 'REGISTRATION',
      id,
      slot: 'IMMUNISATION',
      fileId,
      fileName: file.name,
    });
  }
  const page = await web.open('/home', 'Bina', { width: 1440 });
  // The test's browser draws no PDF; the frame, its address and the policies are those of one that does.
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  await page.goto(`${web.origin}/forms/registration?registration=${id}`);
  const panel = page.getByRole('dialog', { name: /Juhi Kulkarni/ });
  for (const [n, name] of ['card.jpg', 'card.png', 'card.webp'].entries()) {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/file/**', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await panel.getByRole('button', { name: 'Check' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Verify: Immunisation card' });
    await dialog.getByText('Loading the document…').waitFor();
    const right = dialog.getByRole('button', { name: 'It is right' });
    assert.deepEqual(
      [await right.isDisabled(), await dialog.getByRole('button', { name: 'Reject' }).isDisabled()],
      [true, true],
      `${name} is judged unseen`,
    );
    gate.resolve();
    const picture = dialog.getByRole('img', { name });
    await picture.waitFor();
    assert.ok(
      await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0)),
    );
    if (name === 'card.png') await web.shot(page, 'verify-document');
    await dialog.getByText('Juhi Kulkarni').waitFor();
    await right.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.unroute('**/api/file/**');
    // The list asks again: of the four documents those that are left.
    await panel
      .getByRole('button', { name: 'Check' })
      .nth(3 - n)
      .waitFor({ state: 'detached' });
  }
  // A page stays open longer than an address lives: it is asked for at the click.
  const asked = page.waitForRequest(/api.admission-form.open/);
  await panel.getByRole('button', { name: 'card.png' }).click();
  await asked;
  const shown = page.getByRole('dialog', { name: 'card.png' });
  await shown.getByRole('img', { name: 'card.png' }).waitFor();
  await shown.getByRole('button').first().click();
  await shown.waitFor({ state: 'hidden' });
  await showsEveryKind(page, panel, files[0]?.content ?? Buffer.alloc(0));
  const framed = page.waitForRequest(
    (request) => request.url().includes('/api/file/') && request.frame() !== page.mainFrame(),
  );
  await panel.getByRole('button', { name: 'Check' }).click();
  assert.equal((await (await framed).response())?.status(), 200);
  await page.context().close();
  assert.deepEqual(web.problems, []);
});

test('the admission form is filled step by step at the counter', async () => {
  const code = await askingFamily(web.server, { name: 'Pari', born: '2023-03-10' });
  const page = await web.open(`/forms/admissionForm/${code}`, 'Bina', { width: 1440 });
  await page.getByRole('heading', { name: 'Admission of Pari Kulkarni' }).waitFor();
  await page.getByRole('button', { name: 'Fill at the centre' }).click();
  await page.getByLabel('Child’s name as in the birth certificate').waitFor();
  await web.shot(page, 'admission-wizard');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (const heading of [
    'School and habits',
    'Safety',
    'For the school register',
    'Notice and consents',
    'Documents',
    'Class and seat',
    'Fee plan',
  ]) {
    await next.click();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  await next.click();
  await page.getByRole('heading', { name: /Checklist: \d+ of 12/ }).waitFor();
  await page.getByRole('button', { name: 'Confirm admission' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Confirm admission' }).isDisabled(), true);
  await web.shot(page, 'admission-wizard-confirm');
  await page.context().close();
});

test('a second child of a known number joins its family from the panel', async () => {
  const app = web.server;
  const mobile = '9820069999';
  const admissionOf = async (name: string) => {
    const registration = await readyRegistration(app, { name, born: '2023-03-10', mobile });
    const version = await versionOf(app, 'registration', registration);
    const { studentAdmissionId } = await app
      .as('Bina')
      .call(registrationContract.verify, { id: registration }, { version });
    await submitAdmission(app, studentAdmissionId);
    await approvedPlanFor(app, studentAdmissionId);
    return studentAdmissionId;
  };
  await app.as('Bina').call(admissionContract.confirm, { id: await admissionOf('Diya') });
  const id = await admissionOf('Dhruv');
  const page = await web.open(`/forms/admission?admission=${id}`, 'Bina', { width: 1440 });
  await page.getByRole('button', { name: 'Confirm admission' }).click();
  const dialog = page.getByRole('dialog', { name: 'Admit Dhruv Kulkarni?' });
  await dialog.getByRole('radio', { name: /Kulkarni|Diya/ }).check();
  await web.shot(page, 'confirm-known-family');
  await dialog.getByRole('button', { name: 'Confirm admission' }).click();
  await page.getByText(/Dhruv Kulkarni is admitted/).waitFor();
  const families = await app.sql(`select distinct family_id from student where name ~ '^(Diya|Dhruv) '`);
  assert.equal(families.length, 1);
  await page.context().close();
});

test('a registration goes back point by point; the parent answers each and the desk sees it', async () => {
  const id = await readyRegistration(web.server, { name: 'Ishaan', born: '2023-03-10' });
  const page = await web.open(`/forms/registration?registration=${id}`, 'Bina', { width: 1440 });
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return to the parent' });
  await dialog.getByRole('button', { name: 'Return registration' }).click();
  await dialog.getByText('Say at each point what to correct.').waitFor();
  await pick(page, 'Point 1: about', 'Immunisation card');
  await dialog.getByLabel('What should the parent correct?').fill('The second page is missing');
  await dialog.getByRole('button', { name: 'Add another point' }).click();
  await dialog.getByLabel('What should the parent correct?').nth(1).fill('Please call us about the start');
  await web.shot(page, 'return-dialog');
  await page.setViewportSize({ width: 1440, height: 860 });
  await dialog.getByRole('button', { name: 'Return registration' }).click();
  await page.getByText('Returned to the parent.').waitFor();
  const { refId } = await web.server.as('Esha').call(registrationContract.resend, { id });
  const phone = await web.open(`/registration-form/${refId}`, null, { width: 390 });
  await phone.getByText('2 to correct').waitFor();
  await fits(phone);
  await web.shot(phone, 'corrections-parent');
  await phone.setViewportSize({ width: 390, height: 860 });
  await phone.getByRole('button', { name: 'Done' }).first().click();
  await phone.getByText('1 to correct').waitFor();
  await phone.getByRole('button', { name: 'Done' }).click();
  await phone.getByText('Every point is answered').waitFor();
  await phone.context().close();
  await page.context().close();
});

test('a half-filled application opens at the first page that nobody has seen yet, not at the last', async () => {
  const { refId } = await web.server.as('Esha').call(applicationContract.issueLink, {
    enquiryCode: await askingFamily(web.server, { name: 'Lila', born: '2023-03-10' }),
    classId: 3,
    daySession: 'MORNING',
  });
  const opensAt = async (heading: string) => {
    const page = await web.open(`/application-form/${refId}`, null, { width: 390 });
    await page.getByRole('heading', { level: 2, name: heading }).waitFor();
    await page.context().close();
  };
  await opensAt('Your child');
  const link = web.server.link(refId);
  const { revision } = await link.call(publicFormContract.open, {});
  await link.call(publicFormContract.save, {
    baseRevision: revision,
    changes: { parentRelation: 'FATHER', adultDeclaration: true },
  });
  await opensAt('Address');
});

test('a parent is told which documents are missing, what is known already, and takes them with the camera', async () => {
  const { id } = await web.server.as('Esha').call(registrationContract.open, {
    enquiryCode: await askingFamily(web.server, { name: 'Nina', born: '2023-03-10' }),
    classId: 3,
    daySession: 'MORNING',
    fill: 'PARENT',
  });
  const { refId } = await web.server.as('Esha').call(registrationContract.resend, { id });
  const page = await web.open('/thankyou', null, { width: 390 });
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query === '(pointer: coarse)' ? real('all') : real(query));
  });
  const link = web.server.link(refId);
  const { revision } = await link.call(publicFormContract.open, {});
  await link.call(publicFormContract.save, {
    baseRevision: revision,
    changes: {
      parentRelation: 'FATHER',
      adultDeclaration: true,
      ...registrationAnswers,
      bloodGroup: 'UNKNOWN',
      message: 'Call after six',
    },
  });
  await page.goto(`${web.origin}/registration-form/${refId}`);
  await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor();
  const certificate = page.getByRole('group', { name: 'Birth certificate' });
  await certificate.getByRole('button', { name: 'Take a photo' }).waitFor();
  assert.equal(await certificate.locator('input[capture=environment]').count(), 1);
  await fits(page);
  await web.shot(page, 'parent-documents');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Still missing: Birth certificate, Immunisation card').waitFor();
  // "Next" while a file is on its way waits for it, and takes it along.
  await page.getByRole('button', { name: 'Back' }).first().click();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/upload**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const [picture] = await sampleFiles();
  assert.ok(picture);
  const asked = page.waitForRequest('**/api/upload**');
  await certificate
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: picture.name, mimeType: 'image/jpeg', buffer: Buffer.from(picture.content) });
  await asked;
  await page.getByRole('button', { name: 'Next' }).click();
  assert.equal(await page.getByText('Still missing').count(), 0);
  gate.resolve();
  await page.getByText('Still missing: Immunisation card').waitFor();
  await page.getByRole('button', { name: 'Back' }).first().click();
  await certificate.getByRole('button', { name: picture.name }).click();
  await page.getByRole('dialog').getByRole('img', { name: picture.name }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Next' }).click();
  assert.equal(await page.getByText('UNKNOWN').count(), 0, 'the blood group is said in words');
  await page.getByText('Not known').waitFor();
  await page.context().close();
});

test('a parent fills the registration on a phone in Hindi, and the pages after it hold no personal data', async () => {
  const code = await askingFamily(web.server, { name: 'Rhea', born: '2023-03-10' });
  const { id } = await web.server.as('Esha').call(registrationContract.open, {
    enquiryCode: code,
    classId: 3,
    daySession: 'MORNING',
    fill: 'PARENT',
  });
  const { refId } = await web.server.as('Esha').call(registrationContract.resend, { id });
  const page = await web.open(`/registration-form/${refId}`, null, { width: 390 });
  await page.getByRole('heading', { name: 'Registration form' }).waitFor();
  await fits(page);
  await web.shot(page, 'public-registration');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { name: 'पंजीकरण पत्र' }).waitFor();
  for (const path of ['/registrationConfirmation', '/admissionConfirmation', '/thankyou']) {
    await page.goto(`${web.origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await fits(page);
  }
  await page.context().close();
  assert.deepEqual(web.problems, []);
});
