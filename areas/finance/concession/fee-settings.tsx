import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ComponentKind, componentKindTitles } from '../fee-plan/plan-shape.ts';
import { offlineRules, planRules, receiptRules } from '../finance-setting-forms.ts';
import { LateFeeSettings } from '../late-fee/late-fees.tsx';
import { receiptNumberContract } from '../receipt/receipt-number.contract.ts';
import { financeBandContract } from './finance-band.contract.ts';

/** /concession/fee-setting */
export const FeeSettings = () => (
  <PageFrame title="Fee settings" context="centre">
    <PageTabs
      tabs={[
        {
          value: 'plans',
          label: 'Rounding and proration',
          content: (
            <SettingsForm
              of={planRules}
              groups={[
                { title: 'Rounding and allocation', names: ['roundTo', 'residue', 'partialMin'] },
                { title: 'Joining and leaving', names: ['joinProration', 'leaveNoticeDays'] },
              ]}
            />
          ),
        },
        { value: 'late', label: 'Late fee', content: <LateFeeSettings /> },
        { value: 'refunds', label: 'Refund bands', content: <RefundBands /> },
        { value: 'receipts', label: 'Receipts', content: <Receipts /> },
        { value: 'counter', label: 'Offline', content: <SettingsForm of={offlineRules} /> },
      ]}
    />
  </PageFrame>
);

function Receipts() {
  const { franchisee } = useSession();
  const next = useQuery(receiptNumberContract.next, {}, { enabled: franchisee !== null });
  return (
    <Stack gap="md">
      {franchisee ? (
        <Section title="Numbers" help="Without gaps, anew each financial year.">
          <QueryState query={next}>
            {({ number }) => <Text>{`The next receipt is ${number}.`}</Text>}
          </QueryState>
        </Section>
      ) : null}
      <SettingsForm of={receiptRules} />
    </Stack>
  );
}

type Band = OutputOf<typeof financeBandContract.refundBands>['rows'][number];

const titleOf = (band: Band) =>
  componentKindTitles[band.componentKind as ComponentKind] ?? band.componentKind;
function daysOf({ fromDay, toDay }: Band): string {
  if (fromDay === null) return toDay === null ? 'At any time' : 'Before the session begins';
  return toDay === null ? `From day ${fromDay}` : `Day ${fromDay} to ${toDay}`;
}

function RefundBands() {
  const query = useQuery(financeBandContract.refundBands, {}, { fresh: 0 });
  const [asked, setAsked] = useState<Band | null>(null);
  return (
    <QueryState query={query}>
      {({ rows, mayChange }) => (
        <Section
          title="What is given back when a child leaves"
          help="Days are counted from the beginning of the session. The same for every centre."
          flush
        >
          <ShortTable
            label="What is given back"
            rows={rows}
            keyOf={(band) => band.id}
            minWidth={320}
            columns={[
              textColumn('fee', 'Fee', titleOf),
              textColumn('when', 'When', daysOf),
              textColumn('share', 'Given back', (band: Band) => formatPercent(band.percentBp), {
                align: 'end',
              }),
              buttonColumn('Change', {
                says: (band: Band) => `Change ${titleOf(band)}, ${daysOf(band)}`,
                run: setAsked,
                when: () => mayChange,
              }),
            ]}
          />
          {asked ? (
            <CommandDialog
              of={financeBandContract.changeRefundBand}
              title={`${titleOf(asked)}: ${daysOf(asked).toLowerCase()}`}
              confirm="Change band"
              start={{ id: asked.id, percentBp: asked.percentBp }}
              ifMatch={asked.version}
              refresh={['refund-band']}
              done="The band is changed."
              onClose={() => setAsked(null)}
            />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}
