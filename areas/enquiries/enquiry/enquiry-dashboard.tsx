import { useQuery } from '@aangan/web/api/use-query.ts';
import { BarChart, FunnelChart } from '@aangan/web/charts/charts.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { SimpleGrid, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { enquiryContract } from './enquiry.contract.ts';

const listOf = (query: string) => `/forms/enquiry/list?${query}`;

/** At least this far: a funnel of present statuses alone would grow and shrink at will. Lost ones stand in their own bucket. */
function reached(
  statuses: readonly { key: string; label: string; n: number }[],
): { label: string; value: number; to: string }[] {
  const going = statuses.filter((one) => one.key !== 'Lost');
  return going.map((one, i) => {
    const later = going.slice(i);
    return {
      label: one.label,
      value: later.reduce((sum, each) => sum + each.n, 0),
      to: listOf(later.map((each) => `spancoStatus=${each.key}`).join('&')),
    };
  });
}

/** Every number opens the list with exactly its rows. */
export function EnquiryDashboard() {
  const board = useQuery(enquiryContract.dashboard, {}, { every: 60_000 });
  const { holds } = useSession();
  return (
    <PageFrame
      title="Enquiry dashboard"
      context="centre-year"
      primary={holds('enquiry', true) ? { label: 'Add enquiry', to: '/forms/enquiry-form' } : undefined}
    >
      <QueryState query={board}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState
              title="No enquiry in this year"
              help="Families appear here as soon as somebody adds them or scans the QR code."
              action={{ label: 'Print a QR code', to: '/enquiry/generate-qrcode' }}
            />
          ) : (
            <Stack gap="lg">
              <TileRow>
                <Tile
                  label="Total leads"
                  value={formatCount(data.total)}
                  to="/forms/enquiry/list"
                  asOf={data.asOf}
                />
                <Tile
                  label="Yet to call"
                  value={formatCount(data.yetToCall)}
                  to={listOf('spancoStatus=Suspect&stage=Yet_to_call')}
                />
                <Tile label="Follow-ups due" value={formatCount(data.due)} to={listOf('bucket=due')} />
                <Tile label="Overdue" value={formatCount(data.overdue)} to={listOf('bucket=overdue')} />
              </TileRow>
              <TileRow>
                <Tile label="Open" value={formatCount(data.open)} to={listOf('open=true')} />
                <Tile
                  label="Unallocated"
                  value={formatCount(data.unallocated)}
                  to={listOf('assignedTo=none&open=true')}
                />
                <Tile label="Admitted" value={formatCount(data.admitted)} to={listOf('spancoStatus=Order')} />
              </TileRow>
              <Section title="Follow-up buckets" help="The seven open ones add up to the open enquiries.">
                <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
                  {data.buckets.map((bucket) => (
                    <Tile
                      key={bucket.key}
                      label={bucket.label}
                      value={formatCount(bucket.n)}
                      to={listOf(`bucket=${bucket.key}`)}
                    />
                  ))}
                </SimpleGrid>
              </Section>
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <Section
                  title="Spanco"
                  help="How many of the enquiries that are not lost have come at least this far."
                >
                  <FunnelChart title="Enquiries that reached a status" steps={reached(data.statuses)} />
                </Section>
                <Section title="Sources">
                  <BarChart
                    title="Enquiries by source"
                    data={data.sources.slice(0, 10).map((one) => ({ label: one.label, n: one.n }))}
                    series={[{ key: 'n', label: 'Enquiries' }]}
                  />
                </Section>
              </SimpleGrid>
              <Section title="Owners" flush>
                <Table.ScrollContainer minWidth={420}>
                  <Table horizontalSpacing="md">
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Owner</Table.Th>
                        <Table.Th ta="end">Open</Table.Th>
                        <Table.Th ta="end">Due</Table.Th>
                        <Table.Th ta="end">Admitted</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {data.owners.map((owner) => {
                        const filter = `assignedTo=${owner.id ?? 'none'}`;
                        return (
                          <Table.Tr key={owner.id ?? 'none'}>
                            <Table.Td>{owner.name}</Table.Td>
                            <Table.Td ta="end">
                              <Link to={listOf(`${filter}&open=true`)}>{formatCount(owner.open)}</Link>
                            </Table.Td>
                            <Table.Td ta="end">
                              <Link to={listOf(`${filter}&bucket=due`)}>{formatCount(owner.due)}</Link>
                            </Table.Td>
                            <Table.Td ta="end">
                              <Link to={listOf(`${filter}&spancoStatus=Order`)}>
                                {formatCount(owner.admitted)}
                              </Link>
                            </Table.Td>
                          </Table.Tr>
                        );
                      })}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Section>
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}
