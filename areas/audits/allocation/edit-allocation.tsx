import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { formatWeekdays, weekdaysOf } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import '../audits-look.tsx';
import { EndAm, EndZm, HandOverAm, HandOverZm } from './allocation-dialogs.tsx';
import { ALLOCATION_REFRESH, zonePath } from './allocation-paths.ts';
import { amAllocationContract } from './am-allocation.contract.ts';
import { amCrumbs } from './am-form.tsx';
import { zmAllocationContract } from './zm-allocation.contract.ts';

type Zm = OutputOf<typeof zmAllocationContract.get>;
type Am = OutputOf<typeof amAllocationContract.get>;

/** /ams/edit/{zmMappingID} and /ams/edit/{academicManagerID}: zone managers first, then academic managers. */
export function EditAllocation() {
  const params = useParams();
  const id = params['zmMappingID'] ?? params['academicManagerID'] ?? '';
  const zm = useQuery(zmAllocationContract.get, { id }, { fresh: 0 });
  const neither = zm.error?.code === 'row.not-found';
  const am = useQuery(amAllocationContract.get, { id }, { fresh: 0, enabled: neither });
  if (neither)
    return (
      <QueryState query={am}>{(row) => <EditAm key={`${row.id} ${row.version}`} row={row} />}</QueryState>
    );
  return <QueryState query={zm}>{(row) => <EditZm key={`${row.id} ${row.version}`} row={row} />}</QueryState>;
}

const daysOf = (row: { fromOn: string; lastDay: string | null }) =>
  row.lastDay ? `${formatDate(row.fromOn)} to ${formatDate(row.lastDay)}` : `From ${formatDate(row.fromOn)}`;

function EditZm({ row }: { row: Zm }) {
  const [asked, ask] = useState<'end' | 'handOver' | null>(null);
  const allocated = { id: row.id, version: row.version, name: row.person };
  return (
    <PageFrame
      title={`${row.person}, ${row.zone}`}
      crumbs={[{ label: 'Zone managers', to: '/ams/zm-allocation' }]}
      menu={[
        {
          label: 'Hand over',
          run: () => ask('handOver'),
          hidden: !row.can.handOver || row.lastDay !== null,
        },
        { label: 'End', run: () => ask('end'), hidden: !row.can.end, danger: true },
      ]}
    >
      <Stack gap="md">
        <Section>
          <Facts
            items={[
              { label: 'Zone', value: row.zone },
              { label: 'Zone manager', value: row.person },
              { label: 'Days', value: daysOf(row) },
              { label: 'Centres', value: row.centres },
              { label: 'Note', value: row.note, hidden: row.can.change },
              { label: 'Status', value: <StatusTag area="ams-allocation" state={row.status} /> },
            ]}
          />
        </Section>
        {row.can.change && (
          <CommandForm
            of={zmAllocationContract.change}
            groups={[{ title: 'Days', names: ['fromOn', 'lastDay', 'note'], columns: 3 }]}
            start={{ id: row.id, fromOn: row.fromOn, lastDay: row.lastDay, note: row.note }}
            ifMatch={row.version}
            refresh={ALLOCATION_REFRESH}
            confirm="Save allocation"
            done="Saved."
          />
        )}
      </Stack>
      {asked === 'end' && <EndZm of={allocated} zone={row.zone} onClose={() => ask(null)} />}
      {asked === 'handOver' && (
        <HandOverZm of={allocated} zone={{ id: row.zoneId, name: row.zone }} onClose={() => ask(null)} />
      )}
    </PageFrame>
  );
}

function EditAm({ row }: { row: Am }) {
  const [asked, ask] = useState<'end' | 'handOver' | null>(null);
  const allocated = { id: row.id, version: row.version, name: row.person, zoneId: row.zoneId };
  return (
    <PageFrame
      title={`${row.person}, ${row.zone}`}
      crumbs={amCrumbs}
      menu={[
        { label: 'Allocate centres', to: zonePath(row.zoneId) },
        {
          label: 'Hand over all centres',
          run: () => ask('handOver'),
          hidden: !row.can.handOver || row.centres === 0,
        },
        { label: 'End', run: () => ask('end'), hidden: !row.can.end, danger: true },
      ]}
    >
      <Stack gap="md">
        <Section>
          <Facts
            items={[
              { label: 'Zone', value: row.zone },
              { label: 'From', value: <DateText day={row.fromOn} /> },
              { label: 'Last day', value: row.lastDay && <DateText day={row.lastDay} /> },
              { label: 'Centres', value: row.centres },
              { label: 'Base city', value: row.city, hidden: row.can.change },
              { label: 'Visits a day', value: row.visitsPerDay, hidden: row.can.change },
              { label: 'Weekly off', value: formatWeekdays(row.weeklyOff), hidden: row.can.change },
              { label: 'Status', value: <StatusTag area="ams-allocation" state={row.status} /> },
            ]}
          />
        </Section>
        {row.can.change && (
          <CommandForm
            of={amAllocationContract.change}
            groups={[
              { title: 'Visits', names: ['baseCityId', 'visitsPerDay'], columns: 2 },
              { names: ['weeklyOff'] },
            ]}
            start={{
              id: row.id,
              baseCityId: row.baseCityId,
              visitsPerDay: row.visitsPerDay,
              weeklyOff: weekdaysOf(row.weeklyOff),
            }}
            ifMatch={row.version}
            fields={{ baseCityId: { chosenLabel: row.city } }}
            refresh={ALLOCATION_REFRESH}
            confirm="Save academic manager"
            done="Saved."
          />
        )}
      </Stack>
      {asked === 'end' && <EndAm of={allocated} centres={row.centres} onClose={() => ask(null)} />}
      {asked === 'handOver' && <HandOverAm of={allocated} onClose={() => ask(null)} />}
    </PageFrame>
  );
}
