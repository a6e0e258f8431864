import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { settled, type WebPages, webPages } from '@aangan/testkit/web-pages.browser.ts';

let web: WebPages;
before(async () => {
  web = await webPages({ data: 'demo' });
});
after(() => web?.close());
const OUT = '/tmp/w-stock';
mkdirSync(OUT, { recursive: true });
async function shots(name: string, path: string, who: string, dark = false) {
  for (const width of [1440, 390]) {
    const page: any = await web.open(path, who as never, { width });
    try {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      page.setDefaultTimeout(15000);
      await settled(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${OUT}/${name}-${width}.png`, animations: 'disabled' });
      if (dark && width === 1440) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.screenshot({ path: `${OUT}/${name}-dark.png`, animations: 'disabled' });
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) console.log(`WIDE ${name} ${width}: ${wide}`);
    } catch (error) {
      console.log(`FAILED ${name} ${width}: ${String(error).slice(0, 300)}`);
    }
    await page.context().close();
  }
}
test('shots', async () => {
  const rows = await web.server.sql<any>(
    `select kit_type, status, franchisee_id, count(*)::int as n from kit_allocation group by 1,2,3 order by 3,1,2`,
  );
  console.log(JSON.stringify(rows));
  const [{ id = '' } = {}] = await web.server.sql<any>(
    `select a.id from kit_allocation a where kit_type = 'CURRICULUM_KIT_2' and franchisee_id = 2 limit 1`,
  );
  await shots('ck1', '/kit-allocation/curriculum-kit-1', 'Harsh', true);
  await shots('ck2', '/kit-allocation/curriculum-kit-2', 'Harsh');
  await shots('ck2-drawer', `/kit-allocation/curriculum-kit-2?kit-allocation=${id}`, 'Harsh');
  await shots('sample', '/kit-allocation/sample-kit', 'Harsh');
  await shots('wow', '/kit-allocation/wow-kit', 'Harsh');
  await shots('damage', '/kit-allocation/damage-missing-kit', 'Harsh');
  await shots('upload', '/kit-allocation/upload-allocated-kit/curriculum-kit-1', 'Harsh');
});
