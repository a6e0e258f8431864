import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { MonthSteps, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { logBookContract } from './log-book.contract.ts';
import { logBookLabels } from './log-book.states.ts';
import { Answers, tones } from './log-book-parts.tsx';

/** /log-book/view-book-log/{teacherID}: one teacher's month. */
export function LogBookMonth() {
  const { teacherID = '' } = useParams();
  const [month, choose] = useMonth();
  const query = useQuery(logBookContract.month, { staffId: teacherID, month });
  const navigate = useNavigate();
  const words = `${month.slice(5)}-${month.slice(0, 4)}`;
  return (
    <PageFrame
      title={query.data ? `Log book: ${query.data.teacher}` : 'Log book'}
      count={query.data?.rows.length}
      crumbs={[{ label: 'Log book', to: '/log-book/log-book-lists' }]}
      context="centre"
    >
      <Stack gap="md">
        <Group>
          <MonthSteps month={month} onChange={choose} />
          <Text className="figures">{words}</Text>
        </Group>
        <QueryState query={query}>
          {({ rows, can }) => (
            <TwoColumns
              main={
                rows.length === 0 ? (
                  <EmptyState
                    title={`No entries in ${words}`}
                    {...(can['write']
                      ? { action: { label: 'Write log book', to: '/log-book/create-log-book' } }
                      : {})}
                  />
                ) : (
                  <Stack gap="md">
                    {rows.map((row) => (
                      <Section
                        key={row.id}
                        title={`${formatDay(row.onDate)}, ${row.section}`}
                        actions={
                          <Group gap="xs">
                            {row.helpNeeded && <Tag tone="danger">Help needed</Tag>}
                            <Tag tone={tones[row.status]}>{logBookLabels[row.status]}</Tag>
                          </Group>
                        }
                      >
                        <Stack gap="sm">
                          <Answers answered={row.answered} />
                          {row.reflection && <Text style={{ whiteSpace: 'pre-wrap' }}>{row.reflection}</Text>}
                          <Anchor component={Link} size="sm" to={`/log-book/view-log-book/${row.id}`}>
                            Open the entry
                          </Anchor>
                        </Stack>
                      </Section>
                    ))}
                  </Stack>
                )
              }
              rail={
                <Section title="Days with an entry">
                  <MonthGrid
                    month={month}
                    cell={(day) => {
                      const of = rows.filter(({ onDate }) => onDate === day);
                      const [first] = of;
                      return first
                        ? {
                            content: of.length > 1 ? String(of.length) : '✓',
                            says: logBookLabels[first.status],
                            background: `var(--a-${tones[first.status]}-tint)`,
                          }
                        : null;
                    }}
                    onPick={([day]) => {
                      const first = rows.find(({ onDate }) => onDate === day);
                      if (first) void navigate(`/log-book/view-log-book/${first.id}`);
                    }}
                  />
                </Section>
              }
            />
          )}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}
