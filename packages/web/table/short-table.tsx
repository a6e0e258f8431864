import { Button, Table, Text } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import type { Column } from './column.tsx';

interface ShortTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  columns: readonly Column<NoInfer<Row>>[];
  /** Pixels below which the table scrolls sideways. */
  minWidth?: number;
  /** Rows of sums below the others: `Table.Tr`. */
  foot?: ReactNode;
}

/** The few rows of a section, all of them in the order given. What is sorted, paged or exported is a DataTable. */
export function ShortTable<Row>({
  label,
  rows,
  keyOf,
  columns,
  // Two or three columns fit a phone.
  minWidth = Math.min(480, columns.length * 110),
  foot,
}: ShortTableProps<Row>) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table aria-label={label} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.id} ta={column.align} w={column.width}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ id, align, cell, second }) => (
                <Table.Td key={id} ta={align}>
                  {cell(row)}
                  {second ? (
                    <Text component="div" size="sm" c="dimmed">
                      {second(row)}
                    </Text>
                  ) : null}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot ? <Table.Tfoot>{foot}</Table.Tfoot> : null}
      </Table>
    </Table.ScrollContainer>
  );
}

/** A button at the end of each row it is offered for; `says` names the row for screen readers. */
export const buttonColumn = <Row,>(
  label: string,
  of: { says: (row: Row) => string; run: (row: Row) => unknown; when: (row: Row) => boolean },
): Column<Row> => ({
  id: label,
  label: '',
  align: 'end',
  cell: (row) =>
    of.when(row) ? (
      <Button size="xs" variant="default" aria-label={of.says(row)} onClick={() => of.run(row)}>
        {label}
      </Button>
    ) : null,
});
