import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { BarChart, LineChart } from '@aangan/web/charts/charts.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { homeContract } from './home.contract.ts';
import { ParentHome } from './parent-home.tsx';

const words = texts({ title: 'My child' }, { title: 'मेरा बच्चा' });

/** `2026-04` as Apr. */
const monthOf = (month: string): string => monthName.format(new Date(`${month}-01`));
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** /student/dashboard has two faces: a parent sees the own child, staff the strength of their centre (students.md D7). */
export function StudentDashboard() {
  const t = useText(words);
  const [student, pick] = useParam('child');
  const home = useQuery(homeContract.child, student ? { student } : {});
  const family = home.data?.family ?? false;
  return (
    <PageFrame
      title={home.data ? (family ? t('title') : 'Student dashboard') : t('title')}
      crumbs={[]}
      {...(home.data && !family ? { context: 'centre-year' as const } : {})}
    >
      <QueryState query={home} skeleton={<TilesSkeleton tiles={4} />}>
        {(data) => (data.family ? <ParentHome home={data} pick={pick} /> : <StaffFace />)}
      </QueryState>
    </PageFrame>
  );
}

function StaffFace() {
  const { holds } = useSession();
  const query = useQuery(homeContract.staff, {}, { enabled: holds('student') });
  if (!holds('student'))
    return (
      <EmptyState
        title="No figures for your role"
        help="The strength of a centre is shown to who works with its students."
      />
    );
  return (
    <QueryState query={query} skeleton={<TilesSkeleton tiles={4} />}>
      {(data) => <Strength data={data} />}
    </QueryState>
  );
}

function Strength({ data }: { data: OutputOf<typeof homeContract.staff> }) {
  const places = data.byClass.reduce((sum, row) => sum + row.places, 0);
  return (
    <Stack gap="md">
      <TileRow>
        <Tile
          label="Studying"
          value={data.studying}
          period={places > 0 ? `of ${places} places in sections` : undefined}
          to="/students/details/page/1?state=STUDYING"
        />
        <Tile
          label="Start within 7 days"
          value={data.startThisWeek}
          to="/students/details/page/1?state=UPCOMING"
        />
        <Tile label="Profiles to complete" value={data.profilesPending} to="/students/details/page/1" />
        <Tile label="On hold" value={data.onHold} to="/students/details/page/1?state=ON_HOLD" />
      </TileRow>
      <TwoColumns
        main={
          <Stack gap="md">
            <Section title="Children and places by class">
              <BarChart
                title="Children and places by class"
                data={data.byClass.map((row) => ({
                  label: row.className,
                  children: row.children,
                  places: row.places,
                }))}
                series={[
                  { key: 'children', label: 'Children' },
                  { key: 'places', label: 'Places in sections' },
                ]}
              />
            </Section>
            <Section title="Joined and left by month">
              <LineChart
                title="Joined and left by month"
                data={data.byMonth.map((row) => ({
                  label: monthOf(row.month),
                  joined: row.joined,
                  left: row.left,
                }))}
                series={[
                  { key: 'joined', label: 'Joined' },
                  { key: 'left', label: 'Left' },
                ]}
              />
            </Section>
          </Stack>
        }
        rail={
          <Section title="Birthdays of the week">
            <Stack gap="xs">
              {data.birthdays.length === 0 ? (
                <Text size="sm" c="dimmed">
                  No birthdays in the next 7 days.
                </Text>
              ) : null}
              {data.birthdays.map((one) => (
                <Group key={one.studentId} justify="space-between" wrap="nowrap">
                  <Anchor
                    component={Link}
                    to={`/students/edit/${one.studentId}`}
                    size="sm"
                    className="finger"
                  >
                    {one.name}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    <DateText day={one.on} />, {one.turns}
                  </Text>
                </Group>
              ))}
            </Stack>
          </Section>
        }
      />
    </Stack>
  );
}
