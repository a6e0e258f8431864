import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { TabRow } from '@aangan/web/ui/page-tabs.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tabs } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { staffDesignation } from '../designation.record.ts';
import { staffDocumentKind } from '../document-kind.record.ts';
import { leaveType } from '../leave-type.record.ts';
import { staffModules } from '../modules.ts';
import { staffShift } from '../shift.record.ts';
import { StaffList } from './staff-list.tsx';

const SmallRecord = part(() => import('../small-record.tsx'), 'SmallRecord');

/** People first; the small records of the area are tabs of the same path, each to whoever holds its module. */
const records = [
  { tab: 'designations', label: 'Designations', record: staffDesignation, module: staffModules.staffApprove },
  {
    tab: 'document-kinds',
    label: 'Document kinds',
    record: staffDocumentKind,
    module: staffModules.staffApprove,
  },
  { tab: 'leave-types', label: 'Leave types', record: leaveType, module: staffModules.staffApprove },
  { tab: 'shifts', label: 'Shifts', record: staffShift, module: staffModules.Staff },
] as const;

const PEOPLE = 'people';

export function StaffScreen() {
  const [params] = useSearchParams();
  const { holds } = useSession();
  const shown = records.filter((one) => holds(one.module, false));
  const open = shown.find((one) => one.tab === params.get('tab'));
  const tabs = <StaffTabs active={open?.tab ?? PEOPLE} tabs={[{ tab: PEOPLE, label: 'People' }, ...shown]} />;
  if (!open) return <StaffList tabs={tabs} />;
  return (
    <Suspense fallback={<TextSkeleton />}>
      <SmallRecord key={open.tab} record={open.record} tab={open.tab} tabs={tabs} />
    </Suspense>
  );
}

function StaffTabs({
  tabs,
  active,
}: {
  tabs: readonly { tab: string; label: string }[];
  active: string;
}): ReactNode {
  const [, setParams] = useSearchParams();
  return (
    <Tabs value={active} onChange={(tab) => tab && setParams(tab === PEOPLE ? {} : { tab })}>
      <TabRow open={active} mb="md">
        {tabs.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </TabRow>
    </Tabs>
  );
}
