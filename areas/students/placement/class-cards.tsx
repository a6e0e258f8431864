import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { boardPath, type ClassCard, studentsPath } from './class-look.ts';
import { placementContract } from './placement.contract.ts';

/** Every class of the year: children of its seats, boys and girls, who has no section, whose birthday comes. */
export function ClassCards() {
  const query = useQuery(placementContract.classes, {});
  return (
    <PageFrame
      title="Classes and sections"
      crumbs={[{ label: 'Students', to: '/students/details/page/1' }]}
      context="centre-year"
    >
      <QueryState query={query} skeleton={<TilesSkeleton tiles={4} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No children in this year"
              help="Classes appear here with their first admission or licensed seat."
              action={{ label: 'Open admissions', to: '/forms/admission' }}
            />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
              {rows.map((row) => (
                <Card key={row.classId} row={row} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Card({ row }: { row: ClassCard }) {
  const { classId } = row;
  const figures = [
    { n: row.boys, words: row.boys === 1 ? 'boy' : 'boys', to: studentsPath({ classId, gender: 'MALE' }) },
    {
      n: row.girls,
      words: row.girls === 1 ? 'girl' : 'girls',
      to: studentsPath({ classId, gender: 'FEMALE' }),
    },
    {
      n: row.birthdays,
      words: row.birthdays === 1 ? 'birthday within 7 days' : 'birthdays within 7 days',
      to: studentsPath({ classId, birthday: 'week' }),
    },
  ].filter((figure) => figure.n > 0);
  return (
    <Section>
      <Stack gap="xs">
        <Anchor component={Link} to={boardPath(classId)} fw={600}>
          {row.className}
        </Anchor>
        <Anchor component={Link} to={studentsPath({ classId })} c="inherit" className="figures" fz="xl">
          {row.seats > 0 ? `${row.children} of ${row.seats} seats` : `${row.children} children`}
        </Anchor>
        <Group gap="sm">
          {figures.map((figure) => (
            <Anchor key={figure.words} component={Link} to={figure.to} size="sm" className="figures">
              {figure.n} {figure.words}
            </Anchor>
          ))}
        </Group>
        {row.unplaced > 0 ? (
          <Anchor
            component={Link}
            to={boardPath(classId)}
            size="sm"
            c="var(--a-warning-text)"
            className="figures"
          >
            No section: {row.unplaced}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            Every child has a section
          </Text>
        )}
      </Stack>
    </Section>
  );
}
