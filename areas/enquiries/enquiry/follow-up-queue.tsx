import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import type { Column } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { buckets } from './bucket.ts';
import { type EnquiryRow, enquiryContract } from './enquiry.contract.ts';
import { enquiryColumns, useEnquiryFilters } from './enquiry-look.tsx';
import { followUpContract } from './follow-up.contract.ts';
import { LogPanel } from './log-panel.tsx';

const shown = new Set(['child', 'class', 'parent', 'stage', 'temperature', 'owner', 'next', 'attempts']);
const columns: Column<EnquiryRow>[] = [
  ...enquiryColumns.filter((column) => shown.has(column.id)),
  { id: 'bucket', label: 'Bucket', width: 190, cell: (row) => (row.bucket ? buckets[row.bucket] : '–') },
];

/** Who is to be called today, by bucket; a code in the address opens that family over the queue. */
export function FollowUpQueue() {
  const { enquiryCode } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const filters = useEnquiryFilters();
  const list = useList(followUpContract.list, {
    filters: [
      ...filters.filter((one) => !['open', 'spancoStatus'].includes(one.name)),
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        options: filters.find((one) => one.name === 'spancoStatus')?.options,
      },
      { name: 'date', label: 'Next date', kind: 'date' },
    ],
  });
  return (
    <PageFrame title="Follow-ups" count={list.total ?? undefined} context="centre-year" fill>
      <Stack gap="sm" h="100%">
        <BucketStrip active={params.get('bucket')} />
        <DataTable
          name="follow-up"
          label="Follow-ups"
          list={list}
          columns={columns}
          fill
          rowLink={(row) => `/forms/followup/${row.enquiryCode}?${params}`}
          actions={(row) => [
            {
              label: 'Log',
              to: `/forms/followup/${row.enquiryCode}?${params}`,
              frequent: true,
              hidden: row.can['log'] !== true,
            },
            { label: 'Open', to: `/forms/edit/${row.enquiryCode}`, hidden: row.can['move'] !== true },
          ]}
          searchHint="Child, parent, code or number"
          empty={{ title: 'All done for today', help: 'Choose a bucket above to see what comes next.' }}
        />
      </Stack>
      <Drawer
        opened={!!enquiryCode}
        onClose={() => void navigate(`/forms/followup?${params}`)}
        position="right"
        size="lg"
        title="Follow-up"
      >
        {enquiryCode && <FamilyDrawer code={enquiryCode} />}
      </Drawer>
    </PageFrame>
  );
}

function BucketStrip({ active }: { active: string | null }) {
  const counts = useQuery(followUpContract.buckets, {}, { every: 60_000 });
  const chips = [
    { key: '', label: 'Today and earlier', n: null as number | null },
    ...(counts.data?.buckets ?? []),
  ];
  return (
    <ScrollArea scrollbars="x" type="auto">
      <Group gap="xs" wrap="nowrap" pb="xs">
        {chips.map((chip) => (
          <Button
            key={chip.key || 'queue'}
            component={Link}
            to={chip.key ? `/forms/followup?bucket=${chip.key}` : '/forms/followup'}
            size="compact-md"
            variant={(active ?? '') === chip.key ? 'filled' : 'default'}
            style={{ flexShrink: 0 }}
          >
            {chip.label}
            {chip.n === null ? '' : ` · ${formatCount(chip.n)}`}
          </Button>
        ))}
      </Group>
    </ScrollArea>
  );
}

function FamilyDrawer({ code }: { code: string }) {
  const navigate = useNavigate();
  const enquiry = useQuery(enquiryContract.get, { enquiryCode: code }, { fresh: 0 });
  return (
    <QueryState query={enquiry}>
      {(data) => (
        <Stack gap="md">
          <div>
            <Text fw={600} fz="lg">
              {data.childName}
            </Text>
            <Text>{[data.guardianName, data.className, data.stage].filter(Boolean).join(' · ')}</Text>
            <PhoneText phone={data.mobile} />
          </div>
          {data.lastNote && (
            <Text fz="sm" className="quiet">
              {data.lastNote}
            </Text>
          )}
          <LogPanel
            enquiry={data}
            onLogged={(outcome) =>
              void navigate(outcome === 'NOT_INTERESTED' ? `/forms/edit/${code}` : '/forms/followup')
            }
          />
          <Anchor component={Link} to={`/forms/edit/${code}`}>
            Open the whole enquiry
          </Anchor>
        </Stack>
      )}
    </QueryState>
  );
}
