import type { RowOf } from '@aangan/contract/record.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Table, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { auditSubCategory } from './audit-sub-category.record.ts';
import { catalogueContract as contract, MOST_ROWS } from './catalogue.contract.ts';
import { parametersPath, REFRESH } from './catalogue-paths.ts';
import { type Cells, COLUMNS, type ColumnName, EMPTY, hintOf, isEmpty, pasted, rowOf } from './grid-rows.ts';

type SubCategory = RowOf<typeof auditSubCategory.fields>;
/** By "row column". */
type Faults = Readonly<Record<string, string>>;
const START = 5;

/** /general-audit/sub-category/add-parameters/{subcategoryId} */
export function AddParameters() {
  const { subcategoryId = '' } = useParams();
  const query = useQuery(auditSubCategory.endpoints.get, { id: subcategoryId });
  return (
    <QueryState query={query}>
      {(row) => <Grid key={subcategoryId} id={subcategoryId} name={String((row as SubCategory).name)} />}
    </QueryState>
  );
}

function Grid({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const [rows, setRows] = useState<readonly Cells[]>(() => Array.from({ length: START }, () => EMPTY));
  const [faults, setFaults] = useState<Faults>({});
  const add = useCommand(contract.addParameters, {
    refresh: REFRESH,
    onDone: ({ added }) => {
      notice.ok(added === 1 ? '1 question was added.' : `${added} questions were added.`);
      void navigate(parametersPath(id));
    },
    onError: (error) => {
      // The server counts the rows that were sent; those are the filled ones.
      const filled = rows.flatMap((cells, i) => (isEmpty(cells) ? [] : [i]));
      setFaults(
        Object.fromEntries(
          Object.entries(error.fields).map(([path, text]) => {
            const [, n, column] = path.split('.');
            return [`${filled[Number(n)]} ${column}`, text];
          }),
        ),
      );
      notice.error(error);
    },
  });
  const put = (from: number, lines: readonly Partial<Record<ColumnName, string>>[]) => {
    const next = [...rows];
    lines.forEach((line, i) => {
      if (from + i < MOST_ROWS) next[from + i] = { ...(next[from + i] ?? EMPTY), ...line };
    });
    setRows(next);
    setFaults({});
    if (from + lines.length > MOST_ROWS)
      notice.warn(`Only ${MOST_ROWS} rows fit. The last ${from + lines.length - MOST_ROWS} were left out.`);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    put(row, pasted(text, column));
  };
  const save = () => {
    const found: Record<string, string> = {};
    const sent = rows.flatMap((cells, i) => {
      if (isEmpty(cells)) return [];
      const one = rowOf(cells);
      if ('row' in one) return [one.row];
      for (const [column, text] of Object.entries(one.faults)) found[`${i} ${column}`] = text;
      return [];
    });
    setFaults(found);
    if (Object.keys(found).length === 0 && sent.length > 0) void add.run({ subCategoryId: id, rows: sent });
  };
  return (
    <PageFrame title={`Add parameters to ${name}`} crumbs={[{ label: 'Parameters', to: parametersPath(id) }]}>
      <Section
        title="Questions"
        help={`Type them or paste up to ${MOST_ROWS} rows from a spreadsheet. All are added or none.`}
      >
        <Table.ScrollContainer minWidth={1080}>
          <Table aria-label="Questions" verticalSpacing={4} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={36}>
                  <Text span size="sm" c="dimmed">
                    No.
                  </Text>
                </Table.Th>
                {COLUMNS.map(([column, label]) => (
                  <Table.Th key={column} w={column === 'question' ? 380 : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((cells, row) => (
                <Table.Tr key={row}>
                  <Table.Td>{row + 1}</Table.Td>
                  {COLUMNS.map(([column, label], at) => (
                    <Table.Td key={column} style={{ verticalAlign: 'top' }}>
                      <TextInput
                        size="xs"
                        aria-label={`${label}, row ${row + 1}`}
                        placeholder={hintOf(column)}
                        value={cells[column]}
                        error={faults[`${row} ${column}`]}
                        onChange={(event) => put(row, [{ [column]: event.currentTarget.value }])}
                        onPaste={(event) => paste(event, row, at)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="space-between" mt="md">
          <Button
            variant="default"
            disabled={rows.length >= MOST_ROWS}
            onClick={() => setRows([...rows, EMPTY])}
          >
            Add row
          </Button>
          <Button loading={add.running} disabled={rows.every(isEmpty)} onClick={save}>
            Add questions
          </Button>
        </Group>
      </Section>
    </PageFrame>
  );
}
