import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launchBrowser } from '@aangan/testkit/browser.ts';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { JsonObject } from '../json.ts';
import { KEY_ID, KEY_SECRET, newOrder, type World, withSimulator } from './merchant.fixture.ts';
import { checkoutSignature } from './signatures.ts';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

// The merchant's own script: opens checkout with the options of the page's address and writes down what it hears.
const MERCHANT_SCRIPT = `
  const heard = [];
  const say = (name, data) => { heard.push([name, data]); document.title = String(heard.length); };
  window.heard = heard;
  document.addEventListener('securitypolicyviolation', (event) => say('violation', event.violatedDirective + ' ' + event.blockedURI));
  document.getElementById('buy').addEventListener('click', () => {
    const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    options.handler = (response) => say('success', response);
    options.modal = { ...options.modal, ondismiss: (reason) => say('dismiss', reason) };
    const checkout = new Razorpay(options);
    checkout.on('payment.failed', (response) => say('failed', response.error));
    checkout.open();
  });`;

type Shop = { page: Page; frame: FrameLocator; heard: () => Promise<Array<[string, JsonObject & string]>> };

/** A merchant on another origin under the portal's policy for payment pages, with the checkout open. */
async function withShop(
  world: World,
  given: { options?: JsonObject; width?: number },
  run: (shop: Shop, orderId: string) => Promise<void>,
): Promise<void> {
  const orderId = await newOrder(world);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${world.sim.url}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `frame-src ${world.sim.url}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const html = `<!doctype html><html lang="en"><title>0</title><link rel="icon" href="data:,"><button id="buy">Buy</button>
    <script src="${world.sim.url}/v1/checkout.js"></script><script src="/merchant.js"></script></html>`;
  const server = createServer((request, response) => {
    const script = request.url === '/merchant.js';
    response.writeHead(200, {
      'content-type': script ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    });
    response.end(script ? MERCHANT_SCRIPT : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const page = await browser.newPage({ viewport: { width: given.width ?? 1024, height: 800 } });
  try {
    const options = {
      key: KEY_ID,
      order_id: orderId,
      amount: 1_250_000,
      currency: 'INR',
      name: 'Andheri',
      description: 'Fees Instalment 2',
      ...given.options,
    };
    const port = typeof address === 'object' ? address?.port : 0;
    await page.goto(
      `http://127.0.0.1:${port}/#${encodeURIComponent(JSON.stringify({ prefill: { contact: '+919876543210', email: 'gita@example.com' }, ...options }))}`,
    );
    await page.click('#buy');
    const frame = page.frameLocator('iframe.razorpay-checkout-frame');
    await frame.locator('#pay').waitFor();
    await run({ page, frame, heard: () => page.evaluate('window.heard') }, orderId);
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

async function hears(shop: Shop, count: number): Promise<Array<[string, JsonObject & string]>> {
  const end = Date.now() + 5000;
  // Not waitForFunction: it evaluates text inside the page, which the page's policy forbids.
  while ((await shop.heard()).length < count && Date.now() < end) await shop.page.waitForTimeout(20);
  return shop.heard();
}

test('pay: the handler gets ids and a right signature, the overlay goes, focus returns, no policy is broken', () =>
  withSimulator({}, (world) =>
    withShop(world, { options: { theme: { color: '#8080ff' } } }, async (shop, orderId) => {
      assert.equal(await shop.frame.locator('.notice').textContent(), 'Razorpay simulator: no real money');
      assert.equal(await shop.frame.locator('#total').textContent(), '₹12,500.00');
      assert.equal(await shop.frame.locator('#field-contact').inputValue(), '+919876543210');
      await shop.frame.locator('#pay').click();
      const [[name, response] = ['', undefined], ...more] = await hears(shop, 1);
      assert.equal(name, 'success');
      assert.equal(response?.['razorpay_order_id'], orderId);
      assert.equal(
        response?.['razorpay_signature'],
        checkoutSignature(KEY_SECRET, orderId, String(response?.['razorpay_payment_id'])),
      );
      assert.deepEqual(more, []);
      assert.equal(await shop.page.locator('iframe').count(), 0);
      assert.equal(await shop.page.evaluate('document.activeElement.id'), 'buy');
    }),
  ));

test('fail tells payment.failed and lets the customer try again within the same checkout', () =>
  withSimulator({}, (world) =>
    withShop(world, {}, async (shop, orderId) => {
      await shop.frame.getByText('Netbanking', { exact: true }).click();
      await shop.frame.locator('#fail').click();
      const [[name, error] = ['', undefined]] = await hears(shop, 1);
      assert.equal(name, 'failed');
      assert.deepEqual([error?.['reason'], error?.['source']], ['payment_failed', 'bank']);
      await shop.frame.locator('#retry').click();
      await shop.frame.locator('#pay').click();
      assert.deepEqual(
        (await hears(shop, 2)).map(([each]) => each),
        ['failed', 'success'],
      );
      const statuses = world.sim.control
        .book()
        .payments.map((payment) => [payment.order_id === orderId, payment.method, payment.status]);
      assert.deepEqual(statuses, [
        [true, 'netbanking', 'failed'],
        [true, 'netbanking', 'captured'],
      ]);
    }),
  ));

test('debited but no answer: failed now, captured later; abandon: dismissed with a payment left created', () =>
  withSimulator({ lateAfterMs: null }, async (world) => {
    await withShop(world, {}, async (shop) => {
      await shop.frame.locator('#late').click();
      assert.equal((await hears(shop, 1))[0]?.[0], 'failed');
      assert.equal(await shop.frame.locator('#retry').count(), 0);
      await shop.frame.locator('#leave').click();
      assert.deepEqual((await hears(shop, 2))[1], ['dismiss', 'pending']);
      const [late] = world.sim.control.book().payments;
      assert.equal(world.sim.control.authorizeLate(late?.id ?? '').status, 'captured');
    });
    await withShop(world, {}, async (shop) => {
      await shop.frame.locator('#abandon').click();
      assert.deepEqual(await hears(shop, 1), [['dismiss', 'abandoned']]);
      assert.equal(world.sim.control.book().payments[1]?.status, 'created');
    });
  }));

test('modal options: confirm_close asks first, backdrop and Escape do as told', () =>
  withSimulator({}, async (world) => {
    await withShop(world, { options: { modal: { confirm_close: true, escape: false } } }, async (shop) => {
      await shop.page.mouse.click(5, 5);
      await shop.frame.locator('#field-contact').press('Escape');
      // A message that does not come from the page in the frame is nobody's business.
      await shop.page.evaluate(
        "window.postMessage({ sender: 'razorpay-simulator', type: 'success', data: {} }, '*')",
      );
      await shop.frame.locator('#close').click();
      await shop.frame.locator('#stay').click();
      await shop.frame.locator('#pay').waitFor();
      assert.deepEqual(await shop.heard(), []);
      await shop.frame.locator('#close').click();
      await shop.frame.locator('#leave').click();
      assert.deepEqual(await hears(shop, 1), [['dismiss', 'close']]);
    });
    await withShop(world, { options: { modal: { backdropclose: true } } }, async (shop) => {
      await shop.page.mouse.click(5, 5);
      assert.deepEqual(await hears(shop, 1), [['dismiss', 'backdrop']]);
    });
  }));

test('a phone in Hindi: the sheet fills the screen, wrong entries get their message, long words do not overflow', () =>
  withSimulator({}, (world) =>
    withShop(
      world,
      {
        width: 360,
        options: { config: { display: { language: 'hin' } }, prefill: {}, name: 'A'.repeat(60) },
      },
      async (shop) => {
        const frame = shop.page.locator('iframe');
        assert.equal((await frame.boundingBox())?.width, 360);
        assert.match((await shop.frame.locator('#pay').textContent()) ?? '', /भुगतान करें/);
        await shop.frame.locator('#pay').click();
        assert.equal(
          await shop.frame.locator('#field-contact-wrong').textContent(),
          '10 अंकों का मोबाइल नंबर लिखें।',
        );
        const overflow = await shop.frame
          .locator('html')
          .evaluate((html) => html.scrollWidth - html.clientWidth);
        assert.equal(overflow, 0);
        const folder = process.env['SIMULATOR_PICTURES'];
        if (folder !== undefined) await shop.page.screenshot({ path: `${folder}/checkout-360.png` });
        await shop.frame.locator('#field-contact').fill('98765 43210');
        await shop.frame.locator('#pay').click();
        assert.equal((await hears(shop, 1))[0]?.[0], 'success');
      },
    ),
  ));

test('a payment link is paid on its own page and goes back to the signed address', () =>
  withSimulator({}, async (world) => {
    const link = await world.api('POST', '/v1/payment_links', {
      amount: 455_000,
      currency: 'INR',
      reference_id: 'REG-17',
      description: 'Registration',
      callback_url: `${world.sim.url}/_sim/state`,
      callback_method: 'get',
    });
    const page = await browser.newPage();
    await page.goto(String(link.body['short_url']));
    await page.fill('#field-contact', '9876543210');
    await page.click('#pay');
    await page.waitForURL(/razorpay_payment_link_status=paid/);
    assert.equal(new URL(page.url()).searchParams.get('razorpay_payment_link_reference_id'), 'REG-17');
    await page.goto(String(link.body['short_url']));
    assert.match((await page.locator('main').textContent()) ?? '', /already paid|is paid/);
    await page.close();
  }));
