import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import classes from '../../../areas/shell/home/home.module.css';
import { figureText, type HomeCard, linkOf } from '../../../areas/shell/home/use-home-cards.web.ts';
import { chooseContext } from '../session-context.ts';

const SHOWN = 12;

interface Row {
  id: number;
  label: string;
  cells: ReadonlyMap<string, number>;
}

/** Centres side by side, the one with most to catch up first. A name opens that centre's home, a figure its rows. */
export function Centres({ cards }: { cards: readonly HomeCard[] }) {
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const ready = cards.filter((card) => card.state === 'READY' && card.figure);
  const rows = rowsOf(ready);
  if (rows.length < 2) return null;
  const shown = all ? rows : rows.slice(0, SHOWN);
  const open = (row: Row, card?: HomeCard) => {
    setBusy(true);
    chooseContext({ franchiseeID: row.id })
      .then(() => {
        notice.info(row.label, 'Centre Change');
        if (card) void navigate(linkOf(card));
      })
      .catch((error: unknown) => notice.error(error))
      .finally(() => setBusy(false));
  };
  return (
    <Section title="Centres compared" help="Select a name or figure for details." flush>
      <Table.ScrollContainer minWidth={240 + ready.length * 130}>
        <Table horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Centre</Table.Th>
              {ready.map((card) => (
                <Table.Th key={card.key} ta="end">
                  {card.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={row.id} data-centre={row.id}>
                <Table.Td>
                  <button type="button" className="link-button" disabled={busy} onClick={() => open(row)}>
                    {row.label}
                  </button>
                </Table.Td>
                {ready.map((card) => {
                  const n = row.cells.get(card.key) ?? 0;
                  return (
                    <Table.Td key={card.key} ta="end">
                      {n === 0 ? (
                        <span className="quiet">–</span>
                      ) : (
                        <button
                          type="button"
                          className={`${classes.cell} figures`}
                          disabled={busy}
                          onClick={() => open(row, card)}
                        >
                          {figureText(card, n)}
                        </button>
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > shown.length && (
        <Button variant="subtle" m="sm" onClick={() => setAll(true)}>
          All {rows.length} centres
        </Button>
      )}
    </Section>
  );
}

function rowsOf(cards: readonly HomeCard[]): Row[] {
  const byId = new Map<number, { label: string; cells: Map<string, number> }>();
  for (const card of cards)
    for (const point of card.figure?.points ?? []) {
      if (point.centre === undefined) continue;
      const row = byId.get(point.centre) ?? { label: point.label, cells: new Map() };
      row.cells.set(card.key, point.n);
      byId.set(point.centre, row);
    }
  const late = cards.find((card) => card.key.includes('overdue'))?.key ?? cards[0]?.key ?? '';
  return [...byId.entries()]
    .map(([id, row]) => ({ id, ...row }))
    .sort((a, b) => (b.cells.get(late) ?? 0) - (a.cells.get(late) ?? 0) || a.id - b.id);
}
