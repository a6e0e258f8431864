// temporary: own server on the demo, screenshots of finance screens
import { mkdirSync } from 'node:fs';
import { INDIAN_USER, launchBrowser } from '@aangan/testkit/browser.ts';
import { testDatabase } from '@aangan/testkit/harness.ts';
import pg from 'pg';
import { startApi } from './apps/api/start.ts';
import { seedDemo } from './db/demo/run.ts';

const out = '/tmp/fin-shots';
mkdirSync(out, { recursive: true });
const db = await testDatabase();
const t0 = Date.now();
const { signIns } = await seedDemo(db.adminUrl, { log: (l) => console.log(l) });
console.log('seed', Date.now() - t0);
const port = 4377;
const api = await startApi({
  adminUrl: db.adminUrl,
  apiUrl: db.url,
  host: '127.0.0.1',
  port,
  webDir: '/tmp/fin-web',
  filesDir: '/tmp/fin-files/files',
});
const c = new pg.Client({ connectionString: db.adminUrl });
await c.connect();
const one = async (q: string) => (await c.query(q)).rows[0];
const acc = await one(
  `select coalesce(a.student_admission_id, a.id) as id, a.franchisee_id as f from fee_account a join fee_line l on l.fee_account_id = a.id where a.student_id is not null limit 1`,
);
const pend = await one(
  `select coalesce(a.enquiry_id, f.student_admission_id, a.id) as id from fee_assignment f join fee_account a on a.id=f.fee_account_id where f.status='PENDING' limit 1`,
);
const plan = await one(
  `select p.id, b.id as option from fee_plan p join fee_plan_breakdown b on b.fee_plan_id=p.id where p.status='APPROVED' limit 1`,
);
console.log(signIns.map((s) => `${s.role}: ${s.signIn} ${s.password}`).join('\n'));
console.log(acc, pend, plan);
const browser = await launchBrowser();
const who = signIns.find((s) => /super/i.test(s.role)) ?? signIns[0]!;
const ctx = await browser.newContext({ ...INDIAN_USER, viewport: { width: 1440, height: 900 } });
const page = await ctx.newPage();
const errors: string[] = [];
page.on('console', (m) => {
  if (m.type() === 'error') errors.push(m.text());
});
page.on('pageerror', (e) => errors.push(String(e)));
page.on('response', async (r) => {
  if (r.status() >= 400 && r.url().includes('/api/'))
    errors.push(`${r.status()} ${r.url()} ${(await r.text().catch(() => '')).slice(0, 200)}`);
});
await page.goto(`http://127.0.0.1:${port}/login`);
await page.waitForTimeout(1500);
const inputs = page.locator('input');
await inputs.nth(0).fill(who.signIn);
await inputs.nth(1).fill(who.password);
await page.keyboard.press('Enter');
await page.waitForTimeout(3000);
await page.screenshot({ path: `${out}/00-login.png` });

const go = async (path: string) => { errors.length = 0; await page.goto(`http://127.0.0.1:${port}${path}`); await page.waitForTimeout(1500); };
const shot = async (name: string) => { await page.screenshot({ path: `${out}/${name}.png` }); console.log(name, page.url(), [...new Set(errors)].filter((e) => !/meeting-info|404 \(Not/.test(e)).slice(0, 4).join(' || ')); };
const { readdirSync, rmSync } = await import('node:fs'); for (const f of readdirSync(out)) rmSync(`${out}/${f}`);
await go('/fee-component/add');
await page.getByLabel('Name', { exact: true }).fill('Nursery Full Day');
await page.getByLabel('Code', { exact: true }).fill('nur-fd-9');
const add = async (label: string, amount: string) => {
  await page.getByRole('combobox', { name: /Add a component/ }).click(); await page.waitForTimeout(300);
  await page.getByRole('option', { name: label }).click(); await page.waitForTimeout(300);
  await page.getByLabel('Amount').last().fill(amount); await page.keyboard.press('Tab'); await page.waitForTimeout(200);
};
await add('Admission Fee', '10000'); await add('Tuition Fees', '60000.01');
await page.getByRole('button', { name: 'Quarterly' }).click(); await page.waitForTimeout(500);
await shot('01-editor');
await page.evaluate('window.scrollTo(0, 700)'); await page.waitForTimeout(300); await shot('02-editor-low');
await page.locator('[data-at="1:1"]').fill('1'); await page.keyboard.press('Enter'); await page.waitForTimeout(300); await shot('03-unbalanced');
await page.getByRole('button', { name: 'Last takes the rest' }).click(); await page.waitForTimeout(300);
await page.getByRole('button', { name: 'Save draft' }).click(); await page.waitForTimeout(1500); await shot('04-saved');
const opt = await one(`select b.id from fee_plan_breakdown b join fee_plan p on p.id=b.fee_plan_id where p.code='NUR-FD-9'`);
console.log('saved option', opt);
if (opt) { await go(`/fee-component/fee-installment/all/${opt.id}`); await page.getByRole('button', { name: 'Due dates' }).click(); await page.waitForTimeout(400); await shot('05-matrix'); await go(`/fee-component/fee-installment/royalty/all/${opt.id}`); await shot('06-royalty'); }
const noplan = await one(`select coalesce(a.student_admission_id, a.id) as id from fee_account a where not exists (select from fee_assignment f where f.fee_account_id=a.id) and a.student_admission_id is not null limit 1`);
console.log('noplan', noplan);
const free = noplan ?? await one(`insert into fee_account (franchisee_id, child_label) values (2, 'New Child') returning id`);
await go(`/fee-component/fee-plan/assign/${free.id}`); await shot('07-assign');
await page.getByRole('radio').first().click(); await page.waitForTimeout(300);
await page.getByRole('button', { name: 'Add a concession' }).click(); await page.waitForTimeout(300);
await page.getByLabel('Reason').fill('Elder brother in KG'); await page.waitForTimeout(1500); await shot('08-assign-concession');
await page.getByRole('button', { name: 'Save and submit' }).click(); await page.waitForTimeout(2000); await shot('09-submitted');
await go('/finance/dashboard'); await shot('10-dashboard');
await go('/royalty/list?tab=agreements'); await page.getByRole('button', { name: 'New agreement' }).click(); await page.waitForTimeout(500); await shot('11-agreement');
await go('/concession/tax/gst'); await shot('12-tax');
await go('/ledger/franchisee/detail/3?tab=royalty'); await shot('13-detail-royalty');
await go(`/ledger/student-ledger/${acc.id}`); await page.getByText('Fees billed').first().click(); await page.waitForTimeout(800); await shot('14-entry');
await page.setViewportSize({ width: 390, height: 844 });
for (const [i, path] of ['/finance/dashboard', '/ledger/student-list', `/ledger/student-ledger/${acc.id}`, `/fee-component/fee-plan/assign/${acc.id}`, '/approve-plan/list', pend ? `/approve-plan/plan-details/${pend.id}` : '/royalty/list', '/fee-component/list', '/royalty/list'].entries()) { await go(path); await shot(`m${i}`); }
await browser.close(); await c.end(); await api.close(); await db.drop(); process.exit(0);
