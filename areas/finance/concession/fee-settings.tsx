import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type ComponentKind, componentKindTitles } from '../fee-plan/plan-shape.ts';
import { offlineRules, planRules, receiptRules } from '../finance-setting-forms.ts';
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
                { title: 'Proration', names: ['joinProration'] },
              ]}
            />
          ),
        },
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
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Fee</Table.Th>
                  <Table.Th>When</Table.Th>
                  <Table.Th ta="end">Given back</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((band) => (
                  <Table.Tr key={band.id}>
                    <Table.Td>{titleOf(band)}</Table.Td>
                    <Table.Td>{daysOf(band)}</Table.Td>
                    <Table.Td ta="end">{formatPercent(band.percentBp)}</Table.Td>
                    <Table.Td ta="end">
                      {mayChange ? (
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`Change ${titleOf(band)}, ${daysOf(band)}`}
                          onClick={() => setAsked(band)}
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
