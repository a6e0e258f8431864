import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { AssignZm, EndZm, HandOverZm } from './allocation-dialogs.tsx';
import { editPath, zonePath } from './allocation-paths.ts';
import { zmAllocationContract as contract } from './zm-allocation.contract.ts';

type Zone = OutputOf<typeof contract.board>['zones'][number];
type Asked = { what: 'assign' | 'end' | 'handOver'; zone: Zone };

/** /amsv1/zm-allocation: each zone with its manager, and the zones without one. */
export function ZmBoard() {
  const query = useQuery(contract.board, {});
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  return (
    <PageFrame
      title="ZM allocation"
      count={query.data?.zones.length}
      menu={[{ label: 'All zone managers', to: '/ams/zm-allocation' }]}
    >
      <QueryState query={query}>
        {({ zones }) =>
          zones.length === 0 ? (
            <EmptyState title="No zones yet" help="Zones are made under Franchisees." />
          ) : (
            <Section flush>
              <ShortTable
                label="Zones"
                rows={zones}
                keyOf={(zone) => zone.id}
                minWidth={860}
                columns={[
                  {
                    id: 'zone',
                    label: 'Zone',
                    cell: (zone) => (
                      <Anchor component={Link} to={zonePath(zone.id)}>
                        {zone.name}
                      </Anchor>
                    ),
                    second: (zone) => zone.code,
                  },
                  {
                    id: 'now',
                    label: 'Zone manager',
                    cell: (zone) =>
                      zone.now ? (
                        <Anchor component={Link} to={editPath(zone.now.id)}>
                          {zone.now.name}
                        </Anchor>
                      ) : (
                        <Tag tone="danger">Nobody</Tag>
                      ),
                    second: (zone) =>
                      zone.next ? `${zone.next.name} from ${formatDate(zone.next.fromOn)}` : null,
                  },
                  { id: 'from', label: 'From', cell: (zone) => <DateText day={zone.now?.fromOn} /> },
                  {
                    id: 'to',
                    label: 'Last day',
                    cell: (zone) => (zone.now?.lastDay ? <DateText day={zone.now.lastDay} /> : '–'),
                  },
                  {
                    id: 'managers',
                    label: 'Academic managers',
                    align: 'end',
                    cell: (zone) => zone.managers,
                  },
                  { id: 'centres', label: 'Centres', align: 'end', cell: (zone) => zone.centres },
                  {
                    id: 'do',
                    label: '',
                    align: 'end',
                    cell: (zone) => <Steps zone={zone} ask={(what) => ask({ what, zone })} />,
                  },
                ]}
              />
            </Section>
          )
        }
      </QueryState>
      {asked?.what === 'assign' && <AssignZm zone={asked.zone} onClose={close} />}
      {asked?.what === 'end' && asked.zone.now && (
        <EndZm of={asked.zone.now} zone={asked.zone.name} onClose={close} />
      )}
      {asked?.what === 'handOver' && asked.zone.now && (
        <HandOverZm of={asked.zone.now} zone={asked.zone} onClose={close} />
      )}
    </PageFrame>
  );
}

function Steps({ zone, ask }: { zone: Zone; ask: (what: Asked['what']) => void }) {
  if (!zone.can['allocate']) return null;
  if (zone.now === null)
    return zone.next === null ? (
      <Button size="xs" aria-label={`Assign a zone manager to ${zone.name}`} onClick={() => ask('assign')}>
        Assign
      </Button>
    ) : null;
  // Who ends already is followed by an assignment of the next one, not by a hand-over.
  const ends = zone.now.lastDay !== null;
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      {ends && zone.next === null && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Assign the next zone manager to ${zone.name}`}
          onClick={() => ask('assign')}
        >
          Assign next
        </Button>
      )}
      {!ends && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Hand over ${zone.name}`}
          onClick={() => ask('handOver')}
        >
          Hand over
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={`End ${zone.now.name}`} onClick={() => ask('end')}>
        End
      </Button>
    </Group>
  );
}
