import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import '../audits-look.tsx';
import { AuditsHere } from '../runner/audits-here.tsx';
import { runPath } from '../runner/runner-paths.ts';
import { takeAlong } from '../runner/take-along.web.ts';
import { type Slot, slots, type VisitKind, visitKinds } from '../schedule/visit.states.ts';
import { viewPath } from '../view/audit-paths.ts';
import { amsBoardContract as contract } from './ams-board.contract.ts';
import { amsCentres } from './ams-centre.listing.ts';

type Row = ListingRow<typeof amsCentres.endpoints.list>;
type Visit = OutputOf<typeof contract.today>['visits'][number];

/** /amsv1/myCenters: the visits of today, then the centres this person visits or oversees. */
export function MyCentres() {
  const list = useListing(amsCentres);
  const navigate = useNavigate();
  return (
    <PageFrame title="My centres" count={list.total ?? undefined} fill context="centre">
      <Stack gap="md" style={{ minHeight: 0, flex: 1 }}>
        <Today />
        <AuditsHere />
        <ListingTable
          of={amsCentres}
          list={list}
          cells={{
            centre: { second: (row: Row) => row.city },
            manager: { second: (row: Row) => row.zone },
            category: { cell: (row: Row) => <StatusTag area="centre-category" state={row.category} /> },
            lastScore: {
              cell: (row: Row) =>
                row.lastAuditId === null ? null : (
                  <Anchor component={Link} to={viewPath('AMS', row.lastAuditId)} size="sm">
                    {row.lastScore === null ? 'Not scored' : formatPercent(row.lastScore)}
                  </Anchor>
                ),
              second: (row: Row) => (row.lastOn === null ? undefined : formatDate(row.lastOn)),
            },
            openFindings: {
              second: (row: Row) =>
                row.lateCritical > 0 ? `${row.lateCritical} critical overdue` : undefined,
            },
          }}
          searchHint="Centre, city or academic manager"
          actions={(row: Row) => [
            {
              label: 'Audits of the centre',
              run: () => void navigate(`/audit/individualCentreList/${row.franchiseeId}`),
            },
          ]}
          empty={{
            title: 'No centre here.',
            help: 'Centres stand here once they are allocated to you, or lie in the zone you oversee.',
          }}
        />
      </Stack>
    </PageFrame>
  );
}

function Today() {
  const query = useQuery(contract.today, {}, { fresh: 0 });
  return (
    <Section title="Visits of today">
      <QueryState query={query}>
        {({ visits }) =>
          visits.length === 0 ? (
            <Text size="sm" className="quiet">
              No visit is planned for today.
            </Text>
          ) : (
            <Stack gap="md">
              {visits.map((visit) => (
                <TodaysVisit key={visit.id} visit={visit} />
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Section>
  );
}

/** The link opens its centre, too: an audit is of the centre that is chosen. */
const startPath = ({ slug, id, franchiseeId }: Visit) =>
  `/audit/add/${slug}?visit=${id}&forCentre=${franchiseeId}`;

function TodaysVisit({ visit }: { visit: Visit }) {
  const today = todayIst(serverNow());
  return (
    <Group gap="sm" justify="space-between">
      <div>
        <Text size="sm" fw={500}>
          {visit.plannedOn === today ? slots[visit.slot as Slot] : `Since ${formatDate(visit.plannedOn)}`} ·{' '}
          {visit.centre}
        </Text>
        <Text size="sm" className="quiet">
          {[visitKinds[visit.kind as VisitKind], visit.auditType, visit.manager].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        <StatusTag area="ams-visit" state={visit.status} />
        {visit.can['start'] && (
          <Button size="xs" component={Link} to={startPath(visit)}>
            Start
          </Button>
        )}
        {visit.can['resume'] && visit.auditId && (
          <>
            <Button size="xs" variant="default" onClick={() => void takeAlong(visit.auditId ?? '')}>
              Take along
            </Button>
            <Button size="xs" component={Link} to={runPath('AMS', visit.auditId)}>
              Continue
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
