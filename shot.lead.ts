import { chromium } from 'playwright-core';
const base = process.env.BASE ?? 'http://localhost:3400';
const [, , who, ...paths] = process.argv;
const wide = process.env.W ? Number(process.env.W) : 1440;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const context = await browser.newContext({ viewport: { width: wide, height: wide < 700 ? 844 : 900 }, colorScheme: process.env.DARK ? 'dark' : 'light' });
const page = await context.newPage();
page.on('console', (m) => { if (m.type() === 'error' || /violat/i.test(m.text())) console.log('CONSOLE', m.text().slice(0, 300)); });
page.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0, 300)));
page.on('response', (r) => { if (r.status() >= 400) console.log('HTTP', r.status(), r.url().slice(0, 200)); });
if (who !== '-') {
  await page.goto(`${base}/login`);
  await page.waitForSelector('input');
  if (process.env.LOGINSHOT) await page.screenshot({ path: '/tmp/shots/login.png' });
  const inputs = page.locator('input');
  await inputs.nth(0).fill(`${who}@demo.aangan`);
  await page.locator('input[type=password]').fill('Aangan#2026');
  await page.keyboard.press('Enter');
  await page.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 15000 }).catch(() => console.log('still at login'));
  await page.waitForTimeout(1500);
}
for (const p of paths) {
  await page.goto(`${base}${p}`);
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.waitForTimeout(900);
  const f = `/tmp/shots/${who}${p.replace(/[/?=&]/g, '_')}${wide}${process.env.DARK ? 'd' : ''}.png`;
  await page.screenshot({ path: f });
  console.log(f, await page.title());
}
await browser.close();
