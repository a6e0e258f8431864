import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { RecordDrawer } from '@aangan/web/record/record-drawer.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { SettingsForm } from '@aangan/web/settings/settings-form.tsx';
import { textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { concessionRules } from '../finance-setting-forms.ts';
import { concessionBudget } from './concession-budget.record.ts';
import { bandSubjects, financeBandContract } from './finance-band.contract.ts';

/** /concession/settings */
export const ConcessionSettings = () => (
  <PageFrame title="Concession settings" context="centre-year">
    <PageTabs
      tabs={[
        { value: 'rules', label: 'Rules', content: <SettingsForm of={concessionRules} /> },
        { value: 'levels', label: 'Approval levels', content: <Levels /> },
        { value: 'budgets', label: 'Budgets', content: <Budgets /> },
      ]}
    />
  </PageFrame>
);

type Band = OutputOf<typeof financeBandContract.approvalBands>['rows'][number];
const isHighest = (band: Band) => band.upToBp === null && band.upToAmount === null;

function Levels() {
  const query = useQuery(financeBandContract.approvalBands, {}, { fresh: 0 });
  const [asked, setAsked] = useState<Band | null>(null);
  const byShare = asked?.subject === 'CONCESSION';
  return (
    <QueryState query={query}>
      {({ rows, mayChange }) => (
        <Stack gap="md">
          {Object.entries(bandSubjects)
            .filter(([subject]) => rows.some((band) => band.subject === subject))
            .map(([subject, title]) => (
              <Section key={subject} title={title} flush>
                <ShortTable
                  label={title}
                  rows={rows.filter((band) => band.subject === subject)}
                  keyOf={(band) => band.id}
                  columns={[
                    textColumn('level', 'Level', (band: Band) => band.level),
                    textColumn('limit', 'Covers up to', (band: Band) => <Limit band={band} />),
                    textColumn('code', 'Approval code', (band: Band) => band.code),
                    buttonColumn('Change', {
                      says: (band: Band) => `Change level ${band.level} of ${title}`,
                      run: setAsked,
                      when: (band: Band) => mayChange && !isHighest(band),
                    }),
                  ]}
                />
              </Section>
            ))}
          {mayChange ? null : (
            <Text size="sm" c="dimmed">
              Levels hold for every centre; head office changes them.
            </Text>
          )}
          {asked ? (
            <CommandDialog
              of={financeBandContract.changeApprovalBand}
              title={`Level ${asked.level} of ${bandSubjects[asked.subject].toLowerCase()}`}
              text="Applies to what is decided from now on."
              confirm="Change level"
              start={{ id: asked.id, upToBp: asked.upToBp, upToAmount: asked.upToAmount }}
              ifMatch={asked.version}
              fields={{ upToBp: { when: () => byShare }, upToAmount: { when: () => !byShare } }}
              refresh={['approval-band']}
              done="The level is changed."
              onClose={() => setAsked(null)}
            />
          ) : null}
        </Stack>
      )}
    </QueryState>
  );
}

function Limit({ band }: { band: Band }) {
  if (band.upToBp !== null) return <>{formatPercent(band.upToBp)}</>;
  if (band.upToAmount !== null) return <Money paise={band.upToAmount} />;
  return <>Everything above</>;
}

function Budgets() {
  const list = useList(concessionBudget);
  const { franchisee, holds } = useSession();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const mayAdd = franchisee !== null && holds(concessionBudget.module, true);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          What a centre may give away in the chosen year. Above it one approval level more is needed.
        </Text>
        {mayAdd ? (
          <Button size="xs" onClick={() => setEdited('new')}>
            Add budget
          </Button>
        ) : null}
      </Group>
      <DataTable<Row>
        name={concessionBudget.name}
        label={concessionBudget.plural}
        list={list}
        columns={columnsOf(concessionBudget)}
        exportWith={concessionBudget.endpoints.export}
        actions={(row) => [
          {
            label: 'Edit',
            edit: true,
            frequent: true,
            hidden: row.can?.['update'] !== true,
            run: () => setEdited(row),
          },
        ]}
        empty={{
          title: 'No budget yet',
          help: franchisee
            ? 'Without one, only the approval levels count.'
            : 'Choose a centre to set its budget.',
        }}
      />
      {edited ? (
        <RecordDrawer
          record={concessionBudget}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Stack>
  );
}
