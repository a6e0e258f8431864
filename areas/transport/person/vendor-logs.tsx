// /transport/vendors/{logID}/logs: what happened to a vendor, its people, documents and cards; `dataID` and `logType` narrow it.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Select, Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { escortContract as contract } from './escort.contract.ts';
import {
  documentKinds,
  documentStatusLabels,
  type LogType,
  logTypes,
  personStatusLabels,
  vendorStatusLabels,
} from './escort.states.ts';
import { VENDORS, vendorPath } from './escort-look.tsx';

type Row = OutputOf<typeof contract.logs>['rows'][number];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isType = (text: string | null): text is LogType => text !== null && text in logTypes;
const states: Readonly<Record<string, string>> = {
  ...vendorStatusLabels,
  ...personStatusLabels,
  ...documentStatusLabels,
  ACTIVE: 'Active',
};
const actions: Readonly<Record<string, string>> = {
  add: 'Added',
  verify: 'Verified',
  reject: 'Rejected',
  suspend: 'Suspended',
  reinstate: 'Reinstated',
  close: 'Closed',
  leave: 'Left',
  print: 'Printed',
};

const whatOf = ({ type, what }: Row): string => {
  if (type !== 'DOCUMENT') return what;
  const [kind = '', ...name] = what.split(' ');
  return [documentKinds[kind as keyof typeof documentKinds] ?? kind, ...name].join(' ');
};
const wordsOf = (row: Row): string =>
  [row.from, row.to].flatMap((one) => (one ? [states[one] ?? one] : [])).join(' → ');

export function VendorLogs() {
  const { logID = '' } = useParams();
  const [type, setType] = useParam('logType');
  const [dataId] = useParam('dataID');
  const query = useQuery(
    contract.logs,
    {
      id: logID,
      ...(isType(type) ? { logType: type } : {}),
      ...(dataId && UUID.test(dataId) ? { dataId } : {}),
    },
    { fresh: 0 },
  );
  return (
    <PageFrame
      title="Log"
      context="centre"
      crumbs={[
        { label: 'Vendors', to: VENDORS },
        ...(query.data ? [{ label: query.data.vendor, to: vendorPath(logID, 'view') }] : []),
      ]}
    >
      <Stack gap="md">
        {type && !isType(type) && (
          <Alert color="warning" variant="light">
            Unknown log type
          </Alert>
        )}
        <Select
          label="Show"
          maw={240}
          clearable
          placeholder="Everything"
          data={Object.entries(logTypes).map(([value, label]) => ({ value, label }))}
          value={isType(type) ? type : null}
          onChange={setType}
        />
        <QueryState query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="Nothing is logged yet." />
            ) : (
              <Section title="Newest first" flush>
                <ShortTable<Row>
                  label="Log"
                  rows={rows}
                  keyOf={({ id }) => id}
                  minWidth={560}
                  columns={[
                    { id: 'what', label: 'What', cell: whatOf, second: (row) => logTypes[row.type] },
                    {
                      id: 'action',
                      label: 'Happened',
                      cell: (row) => actions[row.action] ?? row.action,
                      second: (row) => row.reason ?? wordsOf(row),
                    },
                    instantColumn('at', 'When', (row) => row.at),
                    textColumn('by', 'By', (row) => row.by ?? 'Aangan'),
                  ]}
                />
              </Section>
            )
          }
        </QueryState>
      </Stack>
    </PageFrame>
  );
}
