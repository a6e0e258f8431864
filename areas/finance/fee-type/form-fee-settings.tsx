import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { linkRules } from '../finance-setting-forms.ts';
import { financeModules } from '../modules.ts';
import { formFeeContract } from './form-fee.contract.ts';
import { referenceTypes } from './receipt-fee-type.record.ts';

type Row = OutputOf<typeof formFeeContract.list>['rows'][number];

const waysOf = ({ online, offline }: Row): string =>
  online && offline
    ? 'Online and at the counter'
    : online
      ? 'Online only'
      : offline
        ? 'At the counter only'
        : 'Nowhere';

/** /concession/application-setting: what each form costs, how it may be paid, how long a link is valid. */
export function FormFeeSettings() {
  const query = useQuery(formFeeContract.list, {}, { fresh: 0 });
  const { holds } = useSession();
  const [asked, setAsked] = useState<Row | null>(null);
  const editsFees = holds(financeModules.FeeTypeApproval, true);
  return (
    <PageFrame
      title="Form fee settings"
      context="centre-year"
      menu={[
        { label: 'Receipt fee types', to: '/fee-type/list', hidden: !holds(financeModules.FeeTypeApproval) },
      ]}
    >
      <Stack gap="md">
        <QueryState query={query}>
          {({ rows, mayChange }) => (
            <Section
              title="Fees of forms"
              help="What a form costs in the chosen year, and how it may be paid."
              flush
            >
              {rows.length === 0 ? (
                <EmptyState
                  title="No form has a fee in this year"
                  help="Forms are free until a receipt fee type is collected with them."
                  {...(editsFees ? { action: { label: 'Add a receipt fee type', to: '/fee-type/add' } } : {})}
                />
              ) : (
                <Table.ScrollContainer minWidth={640}>
                  <Table>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Form</Table.Th>
                        <Table.Th>Fee</Table.Th>
                        <Table.Th ta="end">Amount</Table.Th>
                        <Table.Th>Paid</Table.Th>
                        <Table.Th>Refundable until</Table.Th>
                        <Table.Th />
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {rows.map((row) => (
                        <Table.Tr key={row.id}>
                          <Table.Td>
                            {referenceTypes[row.referenceType as keyof typeof referenceTypes] ??
                              row.referenceType}
                            <Text
                              size="sm"
                              c="dimmed"
                            >{`${row.centre}, ${row.className ?? 'every class'}`}</Text>
                          </Table.Td>
                          <Table.Td>
                            {editsFees ? (
                              <Anchor component={Link} to={`/fee-type/edit/${row.id}`}>
                                {row.name}
                              </Anchor>
                            ) : (
                              row.name
                            )}
                          </Table.Td>
                          <Table.Td ta="end">
                            <Money paise={row.amount} />
                          </Table.Td>
                          <Table.Td>{row.active ? waysOf(row) : 'Not in use'}</Table.Td>
                          <Table.Td>
                            <DateText day={row.refundableUntil} />
                          </Table.Td>
                          <Table.Td ta="end">
                            {mayChange ? (
                              <Button
                                size="xs"
                                variant="default"
                                aria-label={`Change how ${row.name} is paid`}
                                onClick={() => setAsked(row)}
                              >
                                Change
                              </Button>
                            ) : null}
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              )}
            </Section>
          )}
        </QueryState>
        <SettingsForm of={linkRules} groups={[{ title: 'Payment links', names: ['linkDays'] }]} />
      </Stack>
      {asked ? (
        <CommandDialog
          of={formFeeContract.ways}
          title={`How ${asked.name} is paid`}
          confirm="Save"
          start={{ id: asked.id, online: asked.online, offline: asked.offline }}
          ifMatch={asked.version}
          refresh={['form-fee']}
          done="Saved."
          onClose={() => setAsked(null)}
        />
      ) : null}
    </PageFrame>
  );
}
