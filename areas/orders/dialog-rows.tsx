import type { Column } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';

type RowsProps<Row> = Omit<ComponentProps<typeof ShortTable<Row>>, 'foot'>;

/** The rows somebody fills in within a dialog: a table, on a phone a card each, so that nothing lies beyond the edge. */
export function DialogRows<Row>(props: RowsProps<Row>) {
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  if (!mobile) return <ShortTable {...props} />;
  const { label, rows, keyOf, columns } = props;
  const [head, ...others] = columns;
  return (
    <Stack component="ul" gap="xs" aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Paper component="li" key={keyOf(row)} withBorder p="sm">
          {head ? <Cell column={head} row={row} /> : null}
          {others.map((column) => (
            <Group key={column.id} justify="space-between" wrap="nowrap" gap="sm" mt="xs">
              <Text size="sm" className="quiet">
                {column.label}
              </Text>
              <div style={{ textAlign: 'end' }}>
                <Cell column={column} row={row} />
              </div>
            </Group>
          ))}
        </Paper>
      ))}
    </Stack>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  const second = column.second?.(row);
  return (
    <>
      {column.cell(row)}
      {second ? (
        <Text component="div" size="sm" c="dimmed">
          {second}
        </Text>
      ) : null}
    </>
  );
}
