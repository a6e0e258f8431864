import { readdirSync, readFileSync } from 'node:fs';
import { launchBrowser } from '@aangan/testkit/browser.ts';

const dir = '/tmp/fin-shots';
const files = readdirSync(dir)
  .filter((f) => /^\d\d-.*png$/.test(f))
  .sort();
const b = await launchBrowser();
const p = await b.newPage({ viewport: { width: 1900, height: 1240 } });
for (let i = 0; i < files.length; i += 4) {
  const html = files
    .slice(i, i + 4)
    .map(
      (f) =>
        `<img src="data:image/png;base64,${readFileSync(`${dir}/${f}`).toString('base64')}" style="width:940px;margin:3px">`,
    )
    .join('');
  await p.setContent(`<body style="margin:0;background:#888">${html}</body>`);
  await p.waitForTimeout(300);
  await p.screenshot({ path: `${dir}/sheet-${String(i / 4)}.png` });
}
await b.close();
