import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Stack } from '@mantine/core';
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
                <ShortTable
                  label="Fees of forms"
                  rows={rows}
                  keyOf={(row) => row.id}
                  minWidth={640}
                  columns={[
                    textColumn(
                      'form',
                      'Form',
                      (row: Row) =>
                        referenceTypes[row.referenceType as keyof typeof referenceTypes] ?? row.referenceType,
                      { second: (row: Row) => `${row.centre}, ${row.className ?? 'every class'}` },
                    ),
                    textColumn('fee', 'Fee', (row: Row) =>
                      editsFees ? (
                        <Anchor inherit component={Link} to={`/fee-type/edit/${row.id}`}>
                          {row.name}
                        </Anchor>
                      ) : (
                        row.name
                      ),
                    ),
                    moneyColumn('amount', 'Amount', (row: Row) => row.amount),
                    textColumn('ways', 'Paid', (row: Row) => (row.active ? waysOf(row) : 'Not in use')),
                    dayColumn('refundableUntil', 'Refundable until', (row: Row) => row.refundableUntil),
                    buttonColumn('Change', {
                      says: (row: Row) => `Change how ${row.name} is paid`,
                      run: setAsked,
                      when: () => mayChange,
                    }),
                  ]}
                />
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
