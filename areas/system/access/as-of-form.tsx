import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import {
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { areaTitle } from '../system-look.tsx';
import { accessContract } from './access.contract.ts';

type Asked = InputOf<typeof accessContract.asOf>;
interface Named {
  name: string;
  title: string;
  area: string;
}

const byArea = (list: readonly Named[]) =>
  [...new Set(list.map((one) => one.area))].map((area) => ({
    group: areaTitle(area),
    items: list.filter((one) => one.area === area).map((one) => ({ value: one.name, label: one.title })),
  }));

/** 'Who could approve refunds on 14-08-2026?': rights of a past day, from history. */
export function AsOfForm() {
  const today = todayIst(new Date());
  const catalogue = useQuery(accessContract.catalogue, {});
  const [on, setOn] = useState(addDays(today, -1));
  const [by, setBy] = useState<'code' | 'module'>('code');
  const [name, setName] = useState<string | null>(null);
  const [write, setWrite] = useState(true);
  const [centre, setCentre] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = () =>
    setAsked({
      on,
      ...(by === 'module' ? { module: name ?? '', write } : { code: name ?? '' }),
      ...(centre === null ? {} : { franchiseeId: centre }),
    });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section title="Who could do this on that day?" help="As it stood at the end of the day, from history.">
        <Stack>
          <FieldInput
            kind="date"
            name="on"
            label="Day"
            latest={today}
            value={on}
            onChange={(value) => setOn(String(value ?? on))}
          />
          <SegmentedControl
            aria-label="About"
            value={by}
            onChange={(value) => {
              setBy(value === 'module' ? 'module' : 'code');
              setName(null);
            }}
            data={[
              { value: 'code', label: 'A decision' },
              { value: 'module', label: 'A module' },
            ]}
          />
          <Select
            key={by}
            label={by === 'code' ? 'Approval code' : 'Module'}
            searchable
            value={name}
            onChange={setName}
            data={byArea((by === 'code' ? catalogue.data?.codes : catalogue.data?.modules) ?? [])}
          />
          {by === 'module' ? (
            <SegmentedControl
              aria-label="Right"
              value={write ? 'W' : 'R'}
              onChange={(value) => setWrite(value === 'W')}
              data={[
                { value: 'R', label: 'View' },
                { value: 'W', label: 'Edit' },
              ]}
            />
          ) : null}
          <FieldInput
            kind="reference"
            to="franchisee"
            name="franchiseeId"
            label="Centre"
            optional
            value={centre}
            onChange={(value) => setCentre((value as number | null) ?? null)}
          />
          <Group>
            <Button disabled={name === null} onClick={ask}>
              Look it up
            </Button>
          </Group>
        </Stack>
      </Section>
      {asked ? <Answer asked={asked} /> : null}
    </SimpleGrid>
  );
}

function Answer({ asked }: { asked: Asked }) {
  const query = useQuery(accessContract.asOf, asked, { fresh: 0 });
  return (
    <QueryState query={query}>
      {({ question, people, rows }) => (
        <Section
          title={question}
          help={people === 1 ? 'One person' : `${formatCount(people)} people`}
          flush={rows.length > 0}
        >
          {rows.length === 0 ? (
            <EmptyState title="Nobody" help="No role, code or emergency right opened it on that day." />
          ) : (
            <Table.ScrollContainer minWidth={420}>
              <Table horizontalSpacing="md" verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Person</Table.Th>
                    <Table.Th>By</Table.Th>
                    <Table.Th>Where</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={`${row.userId} ${row.how} ${row.where} ${row.from ?? ''}`}>
                      <Table.Td>
                        <Anchor component={Link} to={`/user/view/${row.userId}`}>
                          {row.name}
                        </Anchor>
                      </Table.Td>
                      <Table.Td>
                        {row.how}
                        {row.from ? (
                          <Text size="xs" c="dimmed" className="figures">
                            {`from ${formatDate(row.from)}${row.to ? ` to ${formatDate(row.to)}` : ''}`}
                          </Text>
                        ) : null}
                      </Table.Td>
                      <Table.Td>{row.where}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </Section>
      )}
    </QueryState>
  );
}
