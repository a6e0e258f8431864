import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ScheduleView } from './fee-plan.contract.ts';

type Line = ScheduleView['lines'][number];

/** Instalment by instalment what a family pays; with `standard` the price without concessions stands beside it. */
export function ScheduleTable({
  schedule,
  standard,
}: {
  schedule: ScheduleView;
  standard?: ScheduleView | null;
}) {
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const seqs = [...new Set(schedule.lines.map((line) => line.seq))];
  const of = (lines: readonly Line[], seq: number, part: 'gross' | 'concession' | 'tax' | 'net') =>
    lines.filter((line) => line.seq === seq).reduce((sum, line) => sum + line[part], 0);
  if (mobile) return <ScheduleCards schedule={schedule} />;
  return (
    <Table.ScrollContainer minWidth={standard ? 760 : 640}>
      <Table horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Instalment</Table.Th>
            <Table.Th>Due</Table.Th>
            {standard ? <Table.Th ta="right">Standard</Table.Th> : null}
            <Table.Th ta="right">Fee</Table.Th>
            <Table.Th ta="right">Concession</Table.Th>
            <Table.Th ta="right">Tax</Table.Th>
            <Table.Th ta="right">To pay</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {seqs.map((seq) => {
            const own = schedule.lines.filter((line) => line.seq === seq);
            const first = own[0];
            if (!first) return null;
            return (
              <Table.Tr key={seq}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {first.instalment}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {own.map((line) => `${line.name}${line.formula ? ` (${line.formula})` : ''}`).join(', ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <DateText day={first.dueOn} />
                </Table.Td>
                {standard ? (
                  <Table.Td ta="right">
                    <Money paise={of(standard.lines, seq, 'net')} />
                  </Table.Td>
                ) : null}
                <Table.Td ta="right">
                  <Money paise={of(schedule.lines, seq, 'gross')} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money paise={of(schedule.lines, seq, 'concession')} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money paise={of(schedule.lines, seq, 'tax')} />
                </Table.Td>
                <Table.Td ta="right">
                  <Text fw={600} component="span">
                    <Money paise={of(schedule.lines, seq, 'net')} />
                  </Text>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Td fw={600}>Total</Table.Td>
            <Table.Td />
            {standard ? (
              <Table.Td ta="right" fw={600}>
                <Money paise={standard.net} />
              </Table.Td>
            ) : null}
            <Table.Td ta="right">
              <Money paise={schedule.gross} />
            </Table.Td>
            <Table.Td ta="right">
              <Money paise={schedule.concession} />
            </Table.Td>
            <Table.Td ta="right">
              <Money paise={schedule.tax} />
            </Table.Td>
            <Table.Td ta="right" fw={600}>
              <Money paise={schedule.net} />
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The same on a phone: one block an instalment, the concession in words. */
function ScheduleCards({ schedule }: { schedule: ScheduleView }) {
  const sum = (lines: readonly Line[], part: 'net' | 'concession') =>
    lines.reduce((total, line) => total + line[part], 0);
  return (
    <Stack gap={0}>
      {[...Map.groupBy(schedule.lines, (line) => line.seq)].map(([seq, own]) => (
        <Group
          key={seq}
          justify="space-between"
          align="flex-start"
          wrap="nowrap"
          px="md"
          py="sm"
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        >
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Text size="sm" fw={600}>
              {own[0]?.instalment}
            </Text>
            <Text size="xs" c="dimmed">
              Due <DateText day={own[0]?.dueOn ?? null} /> ·{' '}
              {own.map((line) => `${line.name}${line.formula ? ` (${line.formula})` : ''}`).join(', ')}
            </Text>
          </Stack>
          <Stack gap={2} align="flex-end" style={{ flexShrink: 0 }}>
            <Text size="sm" fw={600} component="span">
              <Money paise={sum(own, 'net')} />
            </Text>
            {sum(own, 'concession') > 0 ? (
              <Text size="xs" c="dimmed" component="span">
                <Money paise={sum(own, 'concession')} /> less
              </Text>
            ) : null}
          </Stack>
        </Group>
      ))}
      <Group
        justify="space-between"
        px="md"
        py="sm"
        style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
      >
        <Text size="sm" fw={600}>
          Total
        </Text>
        <Text size="sm" fw={600} component="span">
          <Money paise={schedule.net} />
        </Text>
      </Group>
    </Stack>
  );
}

/** What the approval will book, by day and account. */
export function PostingsTable({ postings }: { postings: ScheduleView['postings'] }) {
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const side = (amount: number, wanted: boolean) => (wanted ? <Money paise={Math.abs(amount)} /> : null);
  return (
    <Table horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          {mobile ? null : <Table.Th>Day</Table.Th>}
          <Table.Th>Account</Table.Th>
          {mobile ? null : <Table.Th ta="right">Debit</Table.Th>}
          <Table.Th ta="right">{mobile ? 'Amount' : 'Credit'}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {postings.map((posting) => (
          <Table.Tr key={`${posting.on}:${posting.label}:${posting.account}`}>
            {mobile ? null : (
              <Table.Td>
                <DateText day={posting.on} />
              </Table.Td>
            )}
            <Table.Td>
              {posting.account} {posting.accountName}
              {mobile ? (
                <Text size="xs" c="dimmed">
                  <DateText day={posting.on} />
                </Text>
              ) : null}
            </Table.Td>
            {mobile ? (
              <Table.Td ta="right">
                <Money paise={Math.abs(posting.amount)} /> {posting.amount > 0 ? 'Dr' : 'Cr'}
              </Table.Td>
            ) : (
              <>
                <Table.Td ta="right">{side(posting.amount, posting.amount > 0)}</Table.Td>
                <Table.Td ta="right">{side(posting.amount, posting.amount < 0)}</Table.Td>
              </>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface InstalmentCard {
  key: string;
  label: string;
  dueOn: string;
  /** Overdue counts from their end. */
  graceDays: number;
  state: string;
  net: number;
  allocated: number;
  overdueDays: number;
  lines: readonly { id: string; name: string; net: number; allocated: number; concession: number }[];
}

/** Instalments as a family knows them: what is paid, what is open, since when. */
export function Schedule({ instalments }: { instalments: readonly InstalmentCard[] }) {
  return (
    <Stack gap="sm">
      {instalments.map((one, at) => (
        <Stack
          key={one.key}
          gap={4}
          pt={at > 0 ? 'sm' : 0}
          style={at > 0 ? { borderTop: '1px solid var(--a-line)' } : {}}
        >
          <Group justify="space-between" wrap="wrap">
            <Group gap="sm">
              <Text fw={600}>{one.label}</Text>
              <StatusTag area="instalment" state={one.state} />
              {one.overdueDays > 0 ? (
                <Text
                  size="sm"
                  c="var(--a-danger-text)"
                >{`${one.overdueDays} ${one.overdueDays === 1 ? 'day' : 'days'} overdue`}</Text>
              ) : null}
            </Group>
            <Text component="span">
              <Money paise={one.allocated} /> of <Money paise={one.net} />
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            Due <DateText day={one.dueOn} />
            {one.graceDays > 0
              ? `, with ${one.graceDays} ${one.graceDays === 1 ? 'day' : 'days'} of grace`
              : ''}
          </Text>
          <Progress
            size="sm"
            value={(one.allocated / Math.max(one.net, 1)) * 100}
            color={one.allocated < one.net ? 'brand' : 'success'}
            aria-label={`${one.label}: paid share`}
          />
          {one.lines.map((line) => (
            <Group key={line.id} justify="space-between" gap="sm">
              <Text size="sm">
                {line.name}
                {line.concession > 0 ? ' (with concession)' : ''}
              </Text>
              <Text size="sm" component="span">
                <Money paise={line.net} />
              </Text>
            </Group>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
