// Every figure of every declared dashboard is what the list it opens says: for each person who may see the board, at one
// centre and over all, over the demo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ShownRow } from '@aangan/contract/board.ts';
import { servedBoards } from '@aangan/server/board/serve-board.ts';
import { type Caller, type TestApp, testApp } from './app.ts';
import { readFigure } from './read-figure.ts';
import { ANDHERI, BANER, type PersonName } from './world.ts';

const people: readonly (readonly [PersonName, number | null])[] = [
  ['Asha', null],
  ['Asha', ANDHERI],
  ['Asha', BANER],
  ['Bina', ANDHERI],
  ['Chetan', null],
];

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

interface Opened {
  of: string;
  n: number;
  link: ShownRow['link'];
}

for (const [name, centre] of people)
  test(`boards of ${name} at ${centre ?? 'all centres'}: each figure is what its list says`, async () => {
    const caller: Caller = app.as(name, { centre });
    let compared = 0;
    for (const board of servedBoards()) {
      const { status, body } = await caller.raw(board.endpoint, {});
      if (status === 403) continue;
      assert.equal(status, 200, `${board.name}: ${JSON.stringify(body)}`);
      const { cards } = board.endpoint.output.parse(body);
      assert.deepEqual(
        cards.map((card) => card.key),
        Object.keys(board.cards).filter((key) => cards.some((card) => card.key === key)),
        'in the order they are declared',
      );
      const compare = async ({ of, n, link }: Opened, key: string, column?: string) => {
        const card = board.cards[key];
        if (!link || !card || !('opens' in card) || !card.opens) return;
        const measures =
          card.kind === 'table'
            ? card.columns[column ?? '']?.measures
            : 'measures' in card.opens && card.opens.measures;
        assert.ok(measures, `${of} says what it measures`);
        assert.equal(
          n,
          await readFigure(caller, { of, list: card.opens.list, measures, filters: link.filters }),
          of,
        );
        compared += 1;
      };
      for (const { key, n, link, rows } of cards) {
        if (n !== null) await compare({ of: `${board.name} ${key}`, n, link }, key);
        for (const row of rows)
          for (const [column, value] of Object.entries(row.values))
            await compare({ of: `${board.name} ${key} ${row.label}`, n: value, link: row.link }, key, column);
      }
    }
    assert.ok(compared > 0, 'some figure was compared');
  });
