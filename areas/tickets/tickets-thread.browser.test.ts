// A ticket's life in a real browser: raised, paused, made critical, escalated at 75, 100 and 150 %, resolved, reopened, closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { fits, pick, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import type { Page } from 'playwright-core';
import { slaFireJob } from './escalation/fire-events.server.ts';
import { ticketGroupContract } from './group/ticket-group.contract.ts';
import { matrixContract } from './matrix/matrix.contract.ts';

const DAY_AND_NIGHT = 3;
let web: WebPages;
const raisedAt = Date.now() - 5 * 3_600_000;
/** Minutes after the ticket was raised. */
const at = (minutes: number) => {
  const now = new Date(raisedAt + minutes * 60_000);
  web.server.moveClock(now);
  return now;
};
before(async () => {
  web = await webPages();
  at(0);
  const kavi = web.server.as('Kavi');
  const { id } = await kavi.call(ticketGroupContract.create, {
    name: 'Kit desk',
    department: 'LOGISTICS',
    leadId: people.Kavi.id,
    memberIds: [people.Harsh.id],
    assign: 'LEAST_OPEN',
    maxOpen: 30,
    active: true,
  });
  for (const [priority, resolutionMin] of [
    ['HIGH', 240],
    ['CRITICAL', 120],
  ] as const)
    await kavi.call(matrixContract.create, {
      department: 'LOGISTICS',
      ownerGroupId: id,
      priority,
      l2UserId: people.Tara.id,
      l3UserId: people.Kavi.id,
      responseMin: 60,
      resolutionMin,
      calendarId: DAY_AND_NIGHT,
    });
});
after(() => web?.close());

async function write(page: Page, button: string, field: string, text: string, confirm: string) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: field }).fill(text);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** It is Harsh's already; his word opens it. */
async function begin(page: Page) {
  await write(page, 'Answer', 'Message', 'We look into it.', 'Send');
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
}

async function fire(minutes: number): Promise<void> {
  const now = at(minutes);
  // Two schedulers at once, and one that comes late.
  const run = () =>
    slaFireJob.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(web.server.pool, systemActor(franchiseeId), { command: slaFireJob.name }, work),
      now,
      data: null,
      ports: { ...web.server.ports, afterCommit: () => undefined },
    });
  await Promise.all([run(), run()]);
  await run();
}

test('a ticket from creation to closed', async () => {
  const centre = await web.open('/ticketing-bees/create-bees-ticket', 'Bina', { width: 390 });
  await pick(centre, 'Department', 'LOGISTICS');
  await pick(centre, 'Priority', 'High');
  await centre.getByText(/First answer by/).waitFor();
  await centre.getByLabel('Subject').fill('3 student kits missing');
  await centre
    .getByRole('textbox', { name: 'What happened' })
    .fill('Three kits of the last parcel are not in it.');
  await centre.getByRole('button', { name: 'Send ticket' }).click();
  await centre.getByText(/^Ticket .* created\.$/).waitFor();
  const [ticket] = await web.server.sql<{ id: string; no: string }>(
    'select id, ticket_no as no from ticket where franchisee_id = $1',
    [ANDHERI],
  );
  assert.ok(ticket);
  const path = `/ticketing-bees/action/${ticket.id}`;

  at(15);
  const desk = await web.open(path, 'Harsh', { width: 1440 });
  await begin(desk);
  await write(desk, 'Ask centre', 'Question to the centre', 'Which kits are missing?', 'Ask');
  await desk.getByText('Waiting on centre').first().waitFor();
  await desk
    .getByText(/Paused/)
    .first()
    .waitFor();
  await settled(desk);
  await web.shot(desk, 'tickets-thread-paused');

  // An hour passes, and none of it counts.
  at(75);
  await centre.goto(`${web.origin}${path}`);
  await write(centre, 'Answer', 'Message', 'The ones of Nursery.', 'Send');
  await settled(centre);
  await fits(centre);
  await desk.reload();
  await desk.getByText('The ones of Nursery.').waitFor();
  await desk.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await desk.getByRole('menuitem', { name: 'Change priority' }).click();
  await pick(desk, 'Priority', 'Critical');
  await desk.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The parcel is a week late.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Change priority' }).click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.getByText('Critical').first().waitFor();

  // 15 of 120 minutes are gone: 75 % at 150 minutes after it was raised, 100 % at 180, 150 % at 240.
  const told = async (who: keyof typeof people) =>
    (
      await web.server.sql<{ kind: string }>(
        `select kind from notice where user_id = $1 and link = $2 and kind in ('ticket.warn', 'ticket.breach', 'ticket.top') order by kind`,
        [people[who].id, path],
      )
    ).map(({ kind }) => kind);
  const once = (kinds: string[], wanted: string) => kinds.filter((kind) => kind === wanted).length;
  await fire(149);
  assert.deepEqual(await told('Harsh'), []);
  await fire(150);
  assert.deepEqual([await told('Harsh'), await told('Tara')], [['ticket.warn'], []]);
  await fire(181);
  assert.deepEqual(
    [await told('Harsh'), await told('Tara'), once(await told('Kavi'), 'ticket.breach')],
    [['ticket.breach', 'ticket.warn'], ['ticket.breach'], 1],
  );
  await fire(241);
  assert.equal(once(await told('Kavi'), 'ticket.top'), 1);
  await desk.goto(`${web.origin}/ticketing-bees/bees-ticket-list/breached`);
  await desk.getByText('3 student kits missing').first().waitFor();
  await desk.goto(`${web.origin}${path}`);
  await settled(desk);
  await web.shot(desk, 'tickets-thread-late');

  await write(desk, 'Resolve', 'Solution', 'The kits go out with the parcel of today.', 'Resolve');
  await desk.getByText('Resolved').first().waitFor();
  await centre.reload();
  await write(centre, 'Reopen', 'Reason', 'One kit is still missing.', 'Reopen');
  await centre.getByText('Reopened').first().waitFor();
  await desk.reload();
  await begin(desk);
  await write(desk, 'Resolve', 'Solution', 'The last kit is on its way, too.', 'Resolve');
  await centre.reload();
  await centre.getByRole('button', { name: 'Confirm', exact: true }).click();
  await centre.getByRole('dialog').getByRole('button', { name: 'Yes, close it' }).click();
  await centre.getByRole('dialog').waitFor({ state: 'detached' });
  await centre.getByText('Closed').first().waitFor();
  await settled(centre);
  await fits(centre);
  await web.shot(centre, 'tickets-thread-closed');
  assert.equal(await centre.getByRole('button', { name: 'Answer', exact: true }).count(), 0);
  await centre.context().close();
  await desk.context().close();
  assert.deepEqual(web.problems, []);
});
