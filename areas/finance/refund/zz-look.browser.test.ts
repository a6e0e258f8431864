import { after, before, test } from 'node:test';
import { fits, settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());

for (const width of [1440, 390])
  test(`look ${width}`, async () => {
    const at = async (path: string, who: 'Bina' | 'Chetan', name: string, more?: (page: never) => Promise<void>) => {
      const page = await web.open(path, who, { centre: ANDHERI, width } as never);
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      if (more) await more(page as never);
      await settled(page);
      await page.screenshot({ path: `/tmp/money/${name}-${width}.png` });
      try {
        await fits(page);
      } catch (error) {
        console.log('FITS', name, width, String(error).slice(0, 300));
      }
      await page.context().close();
    };
    const first = (name: string) => async (page: { locator: (s: string) => { first: () => { click: () => Promise<void> } } }) =>
      page.locator(`a[href*="${name}="]`).first().click();
    await at('/approve-payment/list', 'Bina', 'payments');
    await at('/approve-payment/list?tab=refunds', 'Chetan', 'refunds');
    await at('/approve-payment/list?tab=refunds&status=REFUNDED', 'Chetan', 'refund-drawer', first('refund') as never);
    await at('/approve-payment/list?tab=double', 'Bina', 'double');
    await at('/approve-payment/list?tab=cheques', 'Bina', 'cheques');
    await at('/students/details/page/1', 'Bina', 'students');
    await at('/students/details/page/1?tab=withdrawals', 'Bina', 'withdrawals');
    await at('/students/details/page/1?tab=withdrawals&status=SUBMITTED', 'Bina', 'withdrawal-drawer', first('withdrawal') as never);
    await at('/students/details/page/1?tab=certificates', 'Bina', 'certificates');
    const rows = await web.server.sql<{ fee_account_id: string }>(
      `select fee_account_id from payment where doubled > 0 and double_choice is null limit 1`,
    );
    await at(`/ledger/student-ledger/${rows[0]?.fee_account_id}?tab=refunds`, 'Bina', 'ledger-refunds');
    console.log('PROBLEMS', JSON.stringify(web.problems));
  });
