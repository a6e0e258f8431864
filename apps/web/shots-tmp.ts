import { testApp } from '/work/main/packages/testkit/app.ts';
import { openSession } from '/work/main/packages/testkit/world.ts';
import { launchBrowser, INDIAN_USER } from '/work/main/packages/testkit/browser.ts';
import { networkServer } from '/work/main/areas/network/area.server.ts';
import { authenticate, shellServer } from '/work/main/areas/shell/area.server.ts';
import { systemServer } from '/work/main/areas/system/area.server.ts';
const server = await testApp({ areas: [networkServer, systemServer, shellServer], authenticate: (d) => (f) => authenticate(d, f), app: { webDir: '/tmp/an-dist' } });
const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchBrowser();
const shot = async (name: string, path: string, who: string | null, width: number, scheme: 'light' | 'dark', act?: (p: any) => Promise<void>) => {
  const context = await browser.newContext({ ...INDIAN_USER, viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme });
  if (who) { const t = await openSession(server.database.adminUrl, who as never); await context.addInitScript((v) => { if (!localStorage.getItem('token')) { localStorage.setItem('token', v); localStorage.setItem('access', '[]'); } }, t); }
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log(name, 'broke', e.message)); page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  page.on('response', (r) => r.status() >= 400 && console.log(name, r.status(), r.url().replace(origin, '')));
  await page.goto(origin + path); await page.waitForLoadState('networkidle'); await page.waitForTimeout(600);
  if (act) { await act(page); await page.waitForTimeout(500); }
  await page.screenshot({ path: `/tmp/aangan-shots/app-${name}-${width}-${scheme}.png` }); await context.close();
};
await shot('cities','/city/citylist','Asha',1440,'light'); await shot('cities','/city/citylist','Asha',1024,'dark'); await shot('add','/city/savecity','Asha',390,'dark');
await shot('palette', '/profile/dashboard', 'Asha', 1440, 'light', (p) => p.keyboard.press('Control+k'));
await shot('menu', '/profile/dashboard', 'Asha', 1440, 'light', (p) => p.locator('[data-top]').first().click());
await shot('left', '/profile/dashboard', 'Asha', 390, 'light', (p) => p.getByRole('button', { name: 'Menu' }).click());
await browser.close(); await server.close();
