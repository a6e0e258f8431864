import { part } from '@aangan/web/part.ts';
// Enquiries without an owner, who can take them, and every decision (enquiries.md 4, lead-allocation).

import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Stack } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Suspense } from 'react';
import { leadAllocationContract } from './lead-allocation.contract.ts';
import { QueueTab } from './queue-tab.tsx';
import { useRuleRun } from './use-rule-run.web.ts';

const RosterTab = part(() => import('./roster-tab.tsx'), 'RosterTab');
const LogTab = part(() => import('./log-tab.tsx'), 'LogTab');

/** '12 min', '5 h', '4 d'. */
function waited(since: string): string {
  const minutes = Math.max(0, Math.round((serverNow() - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / (24 * 60))} d`;
}

export function LeadAllocation() {
  const { franchisee, holds } = useSession();
  const summary = useQuery(leadAllocationContract.summary, {}, { every: 30_000 });
  const run = useRuleRun();
  const { unallocated = 0, oldestAt = null, late = 0, bySource = [] } = summary.data ?? {};
  const shared = {
    loading: summary.isPending,
    ...(summary.error ? { error: { retry: () => void summary.refetch() } } : {}),
  };
  const [most] = bySource;
  return (
    <PageFrame
      title="Lead allocation"
      context="centre"
      {...(holds(leadAllocationContract.runRules.module, true)
        ? {
            primary: {
              label: franchisee ? 'Run rules again' : 'Run for all centres',
              run: () => void run.run({}),
              icon: <IconPlayerPlay {...icon} />,
              disabled: run.running || unallocated === 0,
            },
          }
        : {})}
    >
      <Stack gap="md">
        <TileRow>
          <Tile {...shared} label="Without an owner" value={formatCount(unallocated)} />
          <Tile {...shared} label="Waiting longest" value={oldestAt ? waited(oldestAt) : '–'} />
          <Tile {...shared} label="First answer late" value={formatCount(late)} />
          <Tile
            {...shared}
            label={most ? `Most from ${most.name}` : 'By source'}
            value={most ? formatCount(most.n) : '–'}
            period={bySource
              .slice(1, 3)
              .map((one) => `${one.name} ${one.n}`)
              .join(' · ')}
          />
        </TileRow>
        <Suspense fallback={null}>
          <PageTabs
            tabs={[
              { value: 'queue', label: 'Queue', count: unallocated, content: <QueueTab /> },
              { value: 'roster', label: 'Roster', content: <RosterTab /> },
              { value: 'log', label: 'Log', content: <LogTab /> },
            ]}
          />
        </Suspense>
      </Stack>
    </PageFrame>
  );
}
