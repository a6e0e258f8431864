import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { type Instalment, ledgerContract } from '../../finance/ledger/ledger.contract.ts';
import { refundContract } from '../../finance/refund/refund.contract.ts';
import { homeContract } from '../home/home.contract.ts';
import { type AccountChild, AccountPage, DETAILS, TRANSACTIONS } from './account-page.tsx';
import { words } from './account-words.tsx';
import { payerParts } from './payer-parts.ts';

const tones = {
  PAID: 'success',
  PART: 'warning',
  OPEN: 'warning',
  OVERDUE: 'danger',
  NOT_DUE: 'neutral',
  PLANNED: 'neutral',
  CANCELLED: 'neutral',
} as const;

/** What stands in the plan, without what was cancelled. */
const netOf = (instalments: readonly Instalment[]): number =>
  instalments.filter((one) => one.state !== 'CANCELLED').reduce((sum, one) => sum + one.net, 0);

const partsDue = (child: AccountChild, due: number): number[] =>
  payerParts(
    due,
    child.payers.map(({ share }) => share),
  );

/** /student-account/details */
export function AccountDetails() {
  const t = useText(words);
  return (
    <AccountPage
      title={t('details')}
      path={DETAILS}
      menu={(child) => [
        { label: t('transactions'), to: `${TRANSACTIONS}?student=${child.studentAdmissionId}` },
      ]}
    >
      {(child, family) => <Details key={child.studentAdmissionId} child={child} family={family} />}
    </AccountPage>
  );
}

function Details({ child, family }: { child: AccountChild; family: boolean }) {
  const t = useText(words);
  const query = useQuery(ledgerContract.studentPlan, { ref: child.studentId }, { fresh: 0 });
  if (query.error?.status === 404) return <EmptyState title={t('noPlan')} help={t('noPlanHelp')} />;
  return (
    <QueryState query={query}>
      {({ balance, instalments }) => (
        <Stack gap="md">
          <TileRow>
            <Tile label={t('planned')} value={<Money paise={netOf(instalments)} />} />
            <Tile label={t('paid')} value={<Money paise={balance.paid} />} />
            <Tile label={t('dueNow')} value={<Money paise={balance.due} />} />
            <Tile label={t('nextDue')} value={<DateText day={balance.nextDueOn} />} />
            <Tile label={t('advance')} value={<Money paise={balance.advance} />} />
            {balance.deposit > 0 ? (
              <Tile label={t('deposit')} value={<Money paise={balance.deposit} />} />
            ) : null}
          </TileRow>
          {child.payers.map((one, index) => (
            <Text key={one.name} size="sm">
              {`${t('share')}: ${one.name}, ${formatPercent(one.share)} · ${t('dueNow')} `}
              <Money paise={partsDue(child, balance.due)[index] ?? 0} />
            </Text>
          ))}
          {family && instalments.some((one) => one.allocated < one.net && one.state !== 'CANCELLED') ? (
            <PayButton studentAdmissionId={child.studentAdmissionId} />
          ) : null}
          {instalments.length === 0 ? (
            <EmptyState title={t('noPlan')} help={t('noPlanHelp')} />
          ) : (
            <Section title={t('instalments')} flush>
              {/* On a phone: what, how much, and whether it is paid. */}
              <Table.ScrollContainer minWidth={320}>
                <Table horizontalSpacing="md">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('instalment')}</Table.Th>
                      <Table.Th visibleFrom="sm">{t('due')}</Table.Th>
                      <Table.Th ta="end">{t('amount')}</Table.Th>
                      <Table.Th ta="end" visibleFrom="sm">
                        {t('paid')}
                      </Table.Th>
                      <Table.Th>{t('state')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {instalments.map((one) => (
                      <Table.Tr key={one.key}>
                        <Table.Td>
                          {one.label}
                          <Text component="div" size="sm" c="dimmed" hiddenFrom="sm">
                            <DateText day={one.dueOn} />
                          </Text>
                        </Table.Td>
                        <Table.Td visibleFrom="sm">
                          <DateText day={one.dueOn} />
                        </Table.Td>
                        <Table.Td ta="end">
                          <Money paise={one.net} />
                          {one.state === 'PART' ? (
                            <Text component="div" size="sm" c="dimmed" hiddenFrom="sm">
                              {t('paid')} <Money paise={one.allocated} />
                            </Text>
                          ) : null}
                        </Table.Td>
                        <Table.Td ta="end" visibleFrom="sm">
                          <Money paise={one.allocated} />
                        </Table.Td>
                        <Table.Td>
                          <Tag tone={tones[one.state]}>{t(one.state)}</Tag>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Section>
          )}
          <Refunds studentId={child.studentId} />
        </Stack>
      )}
    </QueryState>
  );
}

const refundTones = {
  REQUESTED: 'neutral',
  APPROVED: 'info',
  PROCESSING: 'info',
  REFUNDED: 'success',
  FAILED: 'warning',
  REJECTED: 'neutral',
} as const;

/** What the centre pays back; nothing is shown where nothing was. */
function Refunds({ studentId }: { studentId: string }) {
  const t = useText(words);
  const { data } = useQuery(refundContract.ofChild, { ref: studentId }, { fresh: 0 });
  const rows = data?.rows.filter((row) => row.status !== 'REQUESTED' && row.status !== 'REJECTED') ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={t('refunds')}>
      <Stack gap="xs">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between">
            <Text size="sm">
              <DateText day={row.on} />
              {row.reference ? ` · ${t('refundTo')} ${row.reference}` : ''}
            </Text>
            <Group gap="sm">
              <Money paise={row.amount} />
              <Tag tone={refundTones[row.status]}>
                {t(row.status === 'REQUESTED' || row.status === 'REJECTED' ? 'state' : row.status)}
              </Tag>
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function PayButton({ studentAdmissionId }: { studentAdmissionId: string }) {
  const t = useText(words);
  const navigate = useNavigate();
  const pay = useCommand(homeContract.pay, {
    onDone: ({ path }) => navigate(path),
    onError: (error) => notice.error(error),
  });
  return (
    <Group>
      <Button size="lg" loading={pay.running} onClick={() => void pay.run({ student: studentAdmissionId })}>
        {t('pay')}
      </Button>
    </Group>
  );
}
