import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { lateFeeContract, lateFeeWaivers } from './late-fee.contract.ts';
import { lateFeeRules } from './late-fee.settings.ts';
import { type LateFeeRule, lateFeeOn } from './late-fee.ts';

type Charge = OutputOf<typeof lateFeeContract.ofChild>['rows'][number];

/** Beside the instalments of a child; nothing where nothing was ever late. */
export function LateFeesOfChild({ reference }: { reference: string }) {
  const query = useQuery(lateFeeContract.ofChild, { ref: reference }, { fresh: 0 });
  const asks = useSession().holds(financeModules.feeConcession, true);
  const [asked, setAsked] = useState<Charge | null>(null);
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? null : (
          <Section title="Late fees" flush>
            <ShortTable
              label="Late fees"
              rows={rows}
              keyOf={(row) => row.id}
              minWidth={560}
              columns={[
                textColumn('label', 'Late fee', (row: Charge) => row.label.replace('Late fee: ', ''), {
                  second: (row) => row.formula,
                }),
                dayColumn('dueOn', 'Since', (row: Charge) => row.dueOn),
                moneyColumn('charged', 'Charged', (row: Charge) => row.charged),
                moneyColumn('waived', 'Waived', (row: Charge) => row.waived, {
                  second: (row) => (row.waiting ? 'one waits for approval' : row.stopped ? 'for good' : null),
                }),
                moneyColumn('open', 'Open', (row: Charge) => row.open),
                buttonColumn('Ask to waive', {
                  says: (row: Charge) => `Ask to waive ${row.label}`,
                  run: setAsked,
                  when: (row: Charge) => asks && row.open > 0 && !row.waiting,
                }),
              ]}
            />
            {asked ? (
              <CommandDialog
                of={lateFeeContract.ask}
                title={`Waive ${formatRupees(asked.open)}?`}
                text="Another person approves it; then it is booked back."
                confirm="Ask for approval"
                start={{ feeLineId: asked.id, amount: asked.open, stops: true }}
                refresh={['late-fee', 'late-fee-waiver', 'home']}
                done="Asked; another person approves it."
                onClose={() => setAsked(null)}
              />
            ) : null}
          </Section>
        )
      }
    </QueryState>
  );
}

type Waiver = ListingRow<typeof lateFeeWaivers.endpoints.list>;

/** /approve-concession/list, tab Late fees. */
export function LateFeeWaivers() {
  const list = useListing(lateFeeWaivers);
  const [asked, setAsked] = useState<{ row: Waiver; step: 'approve' | 'reject' } | null>(null);
  return (
    <>
      <ListingTable
        of={lateFeeWaivers}
        list={list}
        cells={{
          childLabel: { minWidth: 160, second: (row) => row.centre },
          amount: { second: (row) => (row.stops ? 'and nothing more' : `${formatRupees(row.open)} open`) },
          askedAt: { second: (row) => row.askedBy },
          status: { second: (row) => row.decisionNote },
        }}
        rowLink={(row) => `/ledger/student-ledger/${row.feeAccountId}`}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can.approve,
            run: () => setAsked({ row, step: 'approve' }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !row.can.reject,
            run: () => setAsked({ row, step: 'reject' }),
          },
        ]}
        searchHint="Child or centre"
        empty={{
          title: 'No late fee is to be waived',
          help: 'A waiver is asked for beside the instalments of a child, and another person decides on it here.',
        }}
      />
      {asked ? (
        <CommandDialog
          of={lateFeeContract[asked.step]}
          title={
            asked.step === 'approve'
              ? `Waive ${formatRupees(asked.row.amount)} of ${asked.row.childLabel}`
              : `Reject the waiver for ${asked.row.childLabel}`
          }
          text={asked.row.reason}
          confirm={asked.step === 'approve' ? 'Approve' : 'Reject'}
          danger={asked.step === 'reject'}
          start={{ id: asked.row.id }}
          ifMatch={asked.row.version}
          refresh={['late-fee', 'late-fee-waiver', 'student-ledger', 'home']}
          done={asked.step === 'approve' ? 'Waived and booked back.' : 'Rejected; the late fee stays.'}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

const EXAMPLE = 13_500_00;
const EXAMPLE_DAYS = [1, 7, 10, 30, 40, 90];

/** /concession/fee-setting, tab Late fee: the rule, and what it costs for one instalment. */
export function LateFeeSettings() {
  const query = useQuery(lateFeeRules.endpoints.get, {}, { fresh: 0 });
  return (
    <Stack gap="md">
      <SettingsForm
        of={lateFeeRules}
        groups={[
          {
            title: 'Rule',
            help: 'Charged each night for every instalment that is open after its days of grace; deposits are left out.',
            names: ['type', 'graceDays', 'dueFrom', 'cap'],
          },
          { title: 'An amount, once or for each day', names: ['amount'] },
          { title: 'A share for each month begun', names: ['monthBp'] },
          {
            title: 'By how late it is',
            help: 'The step that is reached is charged; the steps do not add up.',
            names: ['firstDays', 'firstAmount', 'secondDays', 'secondAmount', 'thirdAmount'],
          },
        ]}
      />
      <QueryState query={query}>
        {({ entries }) => {
          const rule = Object.fromEntries(
            Object.entries(entries).map(([name, { value }]) => [name, value]),
          ) as unknown as LateFeeRule; // the settings have the rule's own names
          return rule.type === 'NONE' ? null : (
            <Section
              title={`What is in force costs for ${formatRupees(EXAMPLE)}`}
              help="Days are counted after the days of grace."
              flush
            >
              <ShortTable
                label="Example"
                rows={EXAMPLE_DAYS}
                keyOf={String}
                minWidth={320}
                columns={[
                  textColumn('days', 'Days late', String),
                  moneyColumn('fee', 'Late fee', (days: number) => feeAfter(rule, days)),
                ]}
              />
            </Section>
          );
        }}
      </QueryState>
    </Stack>
  );
}

function feeAfter(rule: LateFeeRule, days: number): number {
  const dueOn = '2026-07-10';
  const { graceDays } = rule;
  return lateFeeOn(
    { ...rule, dueFrom: null },
    { open: EXAMPLE, dueOn, graceDays, on: addDays(dueOn, graceDays + days) },
  ).amount;
}
