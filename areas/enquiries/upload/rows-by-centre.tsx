import { formatCount, franchiseeLabel } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Table } from '@mantine/core';
import type { DryRunOutcome } from './enquiry-upload.contract.ts';

/** Whose the rows of a file for several centres are. */
export function RowsByCentre({ centres }: { centres: DryRunOutcome['centres'] }) {
  const session = useSession();
  const names = new Map(session.centres.map(({ id, companyName }) => [id, companyName]));
  return (
    <Section
      title="By centre"
      help="Each row is saved at its own centre. A centre sees its rows alone."
      flush
    >
      <Table.ScrollContainer minWidth={280} mah={360}>
        <Table horizontalSpacing="sm" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Centre</Table.Th>
              <Table.Th ta="end">Sound</Table.Th>
              <Table.Th ta="end">With faults</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {centres.map(({ franchiseeId, ok, bad }) => (
              <Table.Tr key={franchiseeId}>
                <Table.Td>{franchiseeLabel(franchiseeId, names.get(franchiseeId) ?? '')}</Table.Td>
                <Table.Td ta="end" className="figures">
                  {formatCount(ok)}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {formatCount(bad)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
