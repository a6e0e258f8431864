import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { formatWeekdays } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EndAm, HandOverAm } from './allocation-dialogs.tsx';
import { editPath, zonePath } from './allocation-paths.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';

type Manager = OutputOf<typeof contract.board>['managers'][number];

/** /amsv1/am-allocation: a card for each academic manager, with base, days off and centres. */
export function AmBoard() {
  const query = useQuery(contract.board, {});
  const [asked, ask] = useState<{ what: 'end' | 'handOver'; of: Manager } | null>(null);
  const mayWrite = useSession().holds(contract.add.module, true);
  const add = { label: 'Add AM', to: '/ams/addAM', icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="AM allocation"
      count={query.data?.managers.length}
      primary={mayWrite ? add : undefined}
      menu={[
        { label: 'All academic managers', to: '/ams/am-allocation' },
        { label: 'Allocate centres', to: '/amsv1/allocateCenter' },
      ]}
    >
      <QueryState query={query}>
        {({ managers, free }) => (
          <Stack gap="md">
            {free.length > 0 && (
              <Text size="sm">
                {free.length === 1 ? 'One centre has' : `${free.length} centres have`} no academic manager.{' '}
                <Anchor component={Link} to="/amsv1/allocateCenter" underline="always">
                  Allocate centres
                </Anchor>
              </Text>
            )}
            {managers.length === 0 ? (
              <Section>
                <EmptyState
                  title="No academic managers yet"
                  help="An academic manager has a zone and visits the centres allocated there."
                  action={mayWrite ? add : undefined}
                />
              </Section>
            ) : (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                {managers.map((manager) => (
                  <Card key={manager.id} manager={manager} ask={(what) => ask({ what, of: manager })} />
                ))}
              </SimpleGrid>
            )}
          </Stack>
        )}
      </QueryState>
      {asked?.what === 'end' && (
        <EndAm of={asked.of} centres={asked.of.centres.length} onClose={() => ask(null)} />
      )}
      {asked?.what === 'handOver' && <HandOverAm of={asked.of} onClose={() => ask(null)} />}
    </PageFrame>
  );
}

function Card({ manager, ask }: { manager: Manager; ask: (what: 'end' | 'handOver') => void }) {
  const { name, zone, centres, lastDay, can } = manager;
  const days = lastDay
    ? `${formatDate(manager.fromOn)} to ${formatDate(lastDay)}`
    : `From ${formatDate(manager.fromOn)}`;
  return (
    <Section title={name} help={`${zone} · ${days}`}>
      <Stack gap="sm">
        <Facts
          min={120}
          items={[
            { label: 'Base city', value: manager.city },
            { label: 'Visits a day', value: manager.visitsPerDay },
            { label: 'Weekly off', value: formatWeekdays(manager.weeklyOff) },
            { label: 'Centres', value: centres.length },
          ]}
        />
        <Text size="sm" className="quiet">
          {centres.length === 0
            ? 'No centre is allocated yet.'
            : centres
                .map(({ label, category }) => `${label} · ${category === 'NEW' ? 'new' : category}`)
                .join(', ')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" component={Link} to={zonePath(manager.zoneId)}>
            Allocate centres
          </Button>
          {can['change'] && (
            <Button size="xs" variant="default" component={Link} to={editPath(manager.id)}>
              Change
            </Button>
          )}
          {can['allocate'] && centres.length > 0 && (
            <Button size="xs" variant="default" onClick={() => ask('handOver')}>
              Hand over
            </Button>
          )}
          {can['change'] && (
            <Button size="xs" variant="default" onClick={() => ask('end')}>
              End
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
