// What the journeys of the thread share: the provider's checkout at the server, people each with one page, actions of rows.
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { settled, type View, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { fromMenu } from './journey.ts';

export interface Thread {
  readonly web: WebPages;
  /** The page of somebody, opened at home the first time; it stays where it was. */
  person(who: PersonName, view?: View): Promise<Page>;
  close(): Promise<void>;
}

const keys = {
  keyId: 'rzp_test_OrdersThread01',
  keySecret: 'secret-of-the-test',
  webhookSecret: 'webhook-secret-of-the-test',
};

export async function orderThread(codes: Partial<Record<PersonName, string>>): Promise<Thread> {
  const gateway = await startRazorpaySimulator({ ...keys, seed: 7 });
  const config = {
    NODE_ENV: 'test',
    AANGAN_DEMO: '',
    AANGAN_ALLOW_KEYLESS: 'true',
    RAZORPAY_KEY_ID: keys.keyId,
    RAZORPAY_KEY_SECRET: keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    RAZORPAY_API_URL: gateway.url,
    RAZORPAY_CHECKOUT_URL: `${gateway.url}/v1/checkout.js`,
  };
  const checkout = { script: gateway.url, frame: gateway.url, connect: gateway.url };
  const web = await webPages({ app: { ports: { config, origin: 'http://aangan.test' }, checkout } });
  for (const [who, code] of Object.entries(codes))
    await web.server.sql('insert into user_approval_code (user_id, code) values ($1, $2)', [
      people[who as PersonName].id,
      code,
    ]);
  const pages = new Map<PersonName, Page>();
  return {
    web,
    person: async (who, view = {}) => {
      const page = pages.get(who) ?? (await web.open('/', who, { width: 1440, ...view }));
      if (process.env['STEP_MS']) page.setDefaultTimeout(Number(process.env['STEP_MS']));
      pages.set(who, page);
      return page;
    },
    close: async () => {
      await web.close();
      await gateway.close();
    },
  };
}

/** To a screen by the menu; its heading stands there, so that nothing of the screen before is taken for it. */
export async function visits(page: Page, item: string, heading = item): Promise<void> {
  await fromMenu(page, item);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** An action of a row's menu. */
export async function action(page: Page, row: string | RegExp, name: string): Promise<void> {
  const line = page.getByRole('row', { name: row }).first();
  await line.hover();
  await line.getByRole('button').last().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Presses a button of the dialog that is open and waits until the dialog has gone. */
export async function decides(page: Page, name: string | RegExp): Promise<void> {
  const named = typeof name === 'string' ? { name, exact: true } : { name };
  const button = page.getByRole('dialog').last().getByRole('button', named);
  await button.click();
  // A drawer below it may stay.
  await button.waitFor({ state: 'detached' });
}

/** Searches a list that has its words in the address, and waits for the row. */
export async function find(page: Page, words: string): Promise<Locator> {
  await page.getByRole('main').getByLabel('Search', { exact: true }).fill(words);
  const row = page.getByRole('row', { name: words }).first();
  await row.waitFor();
  return row;
}

/** Takes a picture where SHOTS asks for it. */
export async function look(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return;
  await settled(page);
  await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
}
