import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Anchor, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { daySessions, type SectionRow, sectionContract } from './section.contract.ts';

export const sectionLink = (id: string): string => `/class/add?what=section&id=${id}`;

/** The sections of the centre and year: who teaches, how full. */
export function SectionList() {
  const query = useQuery(sectionContract.board, {});
  const copy = useCommand(sectionContract.copyYear, {
    refresh: ['section'],
    onDone: ({ added, kept }) =>
      notice.ok(`${added} sections copied${kept > 0 ? `, ${kept} were there already` : ''}.`),
    onError: (error) => notice.error(error),
  });
  const copyButton = (
    <Button variant="default" loading={copy.running} onClick={() => void copy.run({})}>
      Copy last year’s sections
    </Button>
  );
  return (
    <QueryState query={query}>
      {({ rows, can }) =>
        rows.length === 0 ? (
          <Stack gap="md" align="center">
            <EmptyState
              title="No sections in this year yet"
              help={
                can['add']
                  ? 'Add the first, or copy last year’s.'
                  : 'Choose a centre in the top bar to add some.'
              }
            />
            {can['copyYear'] && copyButton}
          </Stack>
        ) : (
          <Section title="Sections" flush actions={can['copyYear'] ? copyButton : undefined}>
            <Rows rows={rows} />
          </Section>
        )
      }
    </QueryState>
  );
}

function Rows({ rows }: { rows: readonly SectionRow[] }) {
  const confirm = useConfirm();
  const centres = new Set(rows.map(({ franchiseeId }) => franchiseeId)).size;
  const close = useCommand(sectionContract.close, {
    refresh: ['section'],
    onDone: () => notice.ok('Section closed'),
    onError: (error) => notice.error(error),
  });
  const ask = async (row: SectionRow) => {
    const yes = await confirm({
      title: `Close ${row.className} ${row.name}?`,
      text: 'It leaves the lists of sections; its registers stay.',
      confirm: 'Close section',
    });
    if (yes) void close.run({ id: row.id }, { ifMatch: row.version });
  };
  return (
    <Table.ScrollContainer minWidth={940}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Section', 'Session', 'Room', 'Teachers', 'Children', 'Register today', ''].map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                {row.can['edit'] ? (
                  <Anchor component={Link} to={sectionLink(row.id)}>{`${row.className} ${row.name}`}</Anchor>
                ) : (
                  `${row.className} ${row.name}`
                )}
                {centres > 1 && (
                  <Text size="sm" c="dimmed">
                    {row.centre}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {daySessions[row.daySession]}
                <Text size="sm" c="dimmed">
                  {formatClock(row.startsAt)} – {formatClock(row.endsAt)}
                </Text>
              </Table.Td>
              <Table.Td>{row.room ?? '–'}</Table.Td>
              <Table.Td>
                <Teachers row={row} />
              </Table.Td>
              <Table.Td miw={160}>
                <Places row={row} />
              </Table.Td>
              <Table.Td>
                <Tag tone={row.register === 'SUBMITTED' ? 'success' : 'neutral'}>
                  {row.register ? registerWords[row.register] : 'Not begun'}
                </Tag>
              </Table.Td>
              <Table.Td>
                {row.can['close'] && (
                  <button type="button" className="link-button" onClick={() => void ask(row)}>
                    Close
                  </button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const registerWords = { OPEN: 'Not submitted', SUBMITTED: 'Submitted', CANCELLED: 'Cancelled' } as const;

function Teachers({ row }: { row: SectionRow }) {
  const head = row.teachers.some(({ part }) => part === 'CLASS_TEACHER');
  return (
    <Stack gap={4} align="start">
      {!head && <Tag tone="warning">No class teacher</Tag>}
      {row.teachers.map((one) => (
        <Text key={one.id} size="sm">
          {one.name}
          {one.part === 'SUBJECT' ? `, ${one.subject}` : one.part === 'ASSISTANT' ? ', assistant' : ''}
        </Text>
      ))}
    </Stack>
  );
}

/** "18 of 20, 2 free" over a bar. */
export function Places({ row }: { row: Pick<SectionRow, 'placed' | 'capacity'> }) {
  const left = row.capacity - row.placed;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className="figures">{`${row.placed} of ${row.capacity}`}</Text>
        <Text size="sm" c={left < 0 ? 'danger' : 'dimmed'}>
          {left < 0 ? `${-left} too many` : `${left} free`}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, (100 * row.placed) / row.capacity)}
        color={left < 0 ? 'danger' : 'blue'}
        aria-label={`${row.placed} of ${row.capacity} places taken`}
      />
    </Stack>
  );
}
