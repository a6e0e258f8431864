import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A few lines without a head: what it is, and its value. */
export const PairTable = ({ rows }: { rows: readonly (readonly [what: ReactNode, value: ReactNode])[] }) => (
  <Table fz="sm" verticalSpacing={6}>
    <Table.Tbody>
      {rows.map(([what, value], i) => (
        <Table.Tr key={i}>
          <Table.Td>{what}</Table.Td>
          <Table.Td ta="end" valign="top" className="figures">
            {value}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
