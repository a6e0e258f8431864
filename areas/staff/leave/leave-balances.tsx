import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import {
  Anchor,
  Button,
  Drawer,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { leaveContract } from './leave.contract.ts';
import { daysOf, leaveYearOf } from './leave-count.ts';

type Balances = OutputOf<typeof leaveContract.balances>;
interface Shown {
  staffId: string;
  name: string;
  typeId: string;
  type: string;
}

const kindWords: Readonly<Record<string, string>> = {
  OPENING: 'Opening balance',
  ACCRUAL: 'Credited',
  GRANT: 'Granted',
  TAKEN: 'Taken',
  RESTORED: 'Given back',
  CARRIED: 'Carried over',
  LAPSED: 'Lapsed',
};

/** Person × type, in days; each figure opens what it is made of. */
export function LeaveBalances() {
  const current = leaveYearOf(todayIst(serverNow()));
  const [chosen, choose] = useParam('year');
  const year = Number(chosen ?? current) || current;
  const query = useQuery(leaveContract.balances, { year }, { keepPrevious: true });
  const [shown, show] = useState<Shown | null>(null);
  const [granting, setGranting] = useState(false);
  return (
    <QueryState query={query}>
      {(data) => (
        <Section
          title={`Leave year ${year}-${year + 1}`}
          help="In days. A figure opens what it is made of."
          flush
          actions={
            <Group gap="xs">
              <NativeSelect
                aria-label="Leave year"
                value={String(year)}
                onChange={(event) => choose(event.currentTarget.value)}
                data={[current, current - 1].map((one) => ({
                  value: String(one),
                  label: `${one}-${one + 1}`,
                }))}
              />
              {data.can['grant'] ? (
                <Button variant="default" onClick={() => setGranting(true)}>
                  Grant days
                </Button>
              ) : null}
            </Group>
          }
        >
          {data.rows.length === 0 ? (
            <EmptyState
              title="Nobody is listed here"
              help="Staff of the centre stand here with their balances."
            />
          ) : (
            <Matrix data={data} show={show} />
          )}
          {shown ? <Entries {...shown} year={year} onClose={() => show(null)} /> : null}
          {granting ? (
            <CommandDialog
              of={leaveContract.grant}
              title="Grant days"
              text="Half days are credited in the present leave year. Nobody grants themselves."
              confirm="Credit"
              start={{ kind: 'GRANT' }}
              refresh={['leave-balance']}
              done="Credited."
              onClose={() => setGranting(false)}
            />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function Matrix({ data, show }: { data: Balances; show: (what: Shown) => void }) {
  return (
    <Table.ScrollContainer minWidth={160 + data.types.length * 80}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            {data.types.map((type) => (
              <Table.Th key={type.id} ta="end">
                <abbr title={type.name}>{type.code}</abbr>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map((row) => (
            <Table.Tr key={row.staffId}>
              <Table.Td>
                {row.name}
                <Text size="sm" className="quiet">
                  {row.employeeCode}
                </Text>
              </Table.Td>
              {data.types.map((type, at) => (
                <Table.Td key={type.id} ta="end">
                  <Figure
                    cell={row.cells[at]}
                    says={`${type.name} of ${row.name}`}
                    onClick={() =>
                      show({ staffId: row.staffId, name: row.name, typeId: type.id, type: type.name })
                    }
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" px="md" py="xs">
        {data.types.map((type) => `${type.code} ${type.name}`).join(' · ')}
      </Text>
    </Table.ScrollContainer>
  );
}

function Figure(props: {
  cell: Balances['rows'][number]['cells'][number] | undefined;
  says: string;
  onClick: () => void;
}) {
  const { cell, says, onClick } = props;
  if (!cell || (cell.credited === 0 && cell.taken === 0)) return <span className="quiet">–</span>;
  return (
    <UnstyledButton onClick={onClick} ta="end">
      <VisuallyHidden>{`${says}: ${daysOf(cell.left)} left`}</VisuallyHidden>
      <Anchor component="span" className="figures">
        {cell.left / 2}
      </Anchor>
      {cell.taken > 0 ? <Text size="xs" className="quiet figures">{`${cell.taken / 2} taken`}</Text> : null}
    </UnstyledButton>
  );
}

function Entries({
  staffId,
  name,
  typeId,
  type,
  year,
  onClose,
}: Shown & { year: number; onClose: () => void }) {
  const query = useQuery(leaveContract.entries, { staffId, typeId, year });
  return (
    <Drawer opened onClose={onClose} size="md" title={`${type} of ${name}`}>
      <QueryState query={query}>
        {({ rows }) => (
          <Stack gap="sm">
            <Table>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>{formatDay(row.onDate)}</Table.Td>
                    <Table.Td>
                      {row.requestId ? (
                        <Anchor component={Link} to={`/staff/leaveView/${row.requestId}`}>
                          {kindWords[row.kind]}
                        </Anchor>
                      ) : (
                        kindWords[row.kind]
                      )}
                      {row.note ? (
                        <Text size="sm" className="quiet">
                          {row.note}
                        </Text>
                      ) : null}
                    </Table.Td>
                    <Table.Td ta="end" className="figures">
                      {row.halves > 0 ? `+${row.halves / 2}` : row.halves / 2}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Text ta="end" fw={600} className="figures">
              {`Left: ${daysOf(rows.reduce((sum, row) => sum + row.halves, 0))}`}
            </Text>
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
