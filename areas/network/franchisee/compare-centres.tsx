import { formatCount, formatPercent } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Table } from '@mantine/core';
import { type Card, hoursOf } from './centre-card.tsx';

/** Two to four centres side by side. */
export function Compare({ cards }: { cards: readonly Card[] }) {
  const lines: { label: string; of: (card: Card) => string }[] = [
    { label: 'Health', of: (card) => String(card.health.score ?? '–') },
    { label: 'City', of: (card) => card.city ?? '–' },
    { label: 'Zone', of: (card) => card.zone ?? '–' },
    { label: 'Tier', of: (card) => card.tier?.slice(1) ?? '–' },
    { label: 'Model', of: (card) => card.model },
    { label: 'Owner', of: (card) => card.owner ?? '–' },
    { label: 'Open', of: hoursOf },
    { label: 'Children', of: (card) => formatCount(card.enrolled) },
    { label: 'Seats', of: (card) => (card.seats > 0 ? formatCount(card.seats) : '–') },
    {
      label: 'Seats left',
      of: (card) => (card.seats > 0 ? formatCount(Math.max(0, card.seats - card.enrolled)) : '–'),
    },
    { label: 'Filled', of: (card) => (card.fill === null ? '–' : formatPercent(card.fill)) },
    { label: 'Centres like it', of: (card) => (card.peerFill === null ? '–' : formatPercent(card.peerFill)) },
  ];
  return (
    <Section title="Side by side" flush>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {cards.map((card) => (
                <Table.Th key={card.id}>{card.label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.label}>
                <Table.Td>
                  <span className="quiet">{line.label}</span>
                </Table.Td>
                {cards.map((card) => (
                  <Table.Td key={card.id} className="figures">
                    {line.of(card)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
