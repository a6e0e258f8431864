// Every declared report over the demo, for each person who may read it, at one centre and over all: the totals are the sums of its
// rows, what it proves is proven, its links open something, and its file is its rows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { AnyReport } from '@aangan/contract/report.ts';
import { servedReports } from '@aangan/server/report/report-registry.ts';
import { type Caller, type TestApp, testApp } from './app.ts';
import { exportedLines } from './exported-file.ts';
import { ANDHERI, type PersonName } from './world.ts';

type Answer = OutputOf<AnyReport['endpoints']['list']>;
type Row = Readonly<Record<string, unknown>>;

const people: readonly (readonly [PersonName, number | null])[] = [
  ['Asha', null],
  ['Asha', ANDHERI],
  ['Bina', ANDHERI],
  ['Chetan', null],
  ['Farid', null],
];

/** `/a/{b}/{c?}` of the specification as an expression. */
const routes = readFileSync(path.join(import.meta.dirname, 'routes.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map(
    (line) =>
      new RegExp(
        `^${(line.split('\t')[1] ?? '').replace(/\/\{[^}]+\?\}/g, '(/[^/]+)?').replace(/\{[^}]+\}/g, '[^/]+')}$`,
      ),
  );

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

async function read(caller: Caller, of: AnyReport, input: object): Promise<Answer | null> {
  const { status, body } = await caller.raw(of.endpoints.list, input);
  if (status === 403) return null;
  // Some reports are of one centre: whoever sees several has to choose.
  if ((body as { code?: string }).code === 'context.centre-needed') return null;
  assert.equal(status, 200, `${of.name}: ${JSON.stringify(body)}`);
  return of.endpoints.list.output.parse(body);
}

for (const [name, centre] of people)
  test(`reports of ${name} at ${centre ?? 'all centres'}: totals, proofs, order and refusals`, async () => {
    const caller = app.as(name, { centre });
    let rowsSeen = 0;
    for (const { report } of servedReports())
      for (const input of report.period ? [{ period: 'THIS_YEAR' }, { period: 'LAST_YEAR' }] : [{}]) {
        const answer = await read(caller, report, input);
        if (!answer) continue;
        const rows = answer.rows as readonly Row[];
        rowsSeen += rows.length;
        for (const key of report.sums)
          assert.equal(
            answer.totals[key],
            rows.reduce((sum, row) => sum + Number(row[key]), 0),
            `${report.name} ${key}`,
          );
        for (const proof of answer.proofs)
          assert.equal(proof.difference, 0, `${report.name} ${JSON.stringify(input)}: ${proof.text}`);
        for (const { link } of rows as readonly { link: { path: string } | null }[])
          assert.ok(
            !link || routes.some((route) => route.test(link.path.split('?')[0] ?? '')),
            `${report.name} opens ${link?.path}`,
          );
        assert.equal(new Set(rows.map((row) => row['id'])).size, rows.length, `${report.name}: ids`);
        const key = report.sums[0] as string;
        const sorted = await read(caller, report, { ...input, sort: `-${key}` });
        const values = ((sorted?.rows ?? []) as readonly Row[]).map((row) => Number(row[key]));
        assert.deepEqual(
          values,
          values.toSorted((a, b) => b - a),
          `${report.name} sorted by ${key}`,
        );
        if (report.period) {
          const { status, body } = await caller.raw(report.endpoints.list, {
            days: { from: '2026-05-02', to: '2026-05-01' },
          });
          assert.deepEqual([status, (body as { code: string }).code], [422, 'report.days']);
        }
      }
    assert.ok(rowsSeen > 0, 'some rows were compared');
  });

test('a report’s file has its rows, in its order', async () => {
  const asha = app.as('Asha', { centre: null });
  for (const { report } of servedReports()) {
    const input = report.period ? { period: 'THIS_YEAR' } : {};
    const answer = await read(asha, report, input);
    if (!answer) continue;
    const [head = '', ...lines] = await exportedLines(app, asha, report.endpoints.export, input);
    for (const { label } of Object.values(report.row))
      assert.ok(head.includes(label), `${report.name}: ${label}`);
    assert.equal(lines.length, answer.rows.length, `${report.name}: lines of the file`);
  }
});
