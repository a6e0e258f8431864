import { useQuery } from '@aangan/web/api/use-query.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ActionMenu, PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageNumbers } from '@aangan/web/ui/page-numbers.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { planContract as contract } from './plan.contract.ts';
import { type PlanStatus, planLabels } from './plan.states.ts';
import { planPath, useNewPlan, usePlanActions, usePlanDialog } from './plan-dialogs.tsx';

const pagePath = (page: number) => `/learning/curriculum-cms/list/page/${page}`;

/** /learning/curriculum-cms/list/page/{current}: plans of all years, fifty a page. */
export function PlanList() {
  const { current = '1' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [q, setQ] = useParam('q');
  const [status, setStatus] = useParam('status');
  const [year, setYear] = useParam('year');
  const asked = /^\d{1,3}$/.test(current) ? Math.min(Math.max(Number(current), 1), 200) : 1;
  const query = useQuery(
    contract.page,
    {
      page: asked,
      ...(q ? { q } : {}),
      ...(status && Object.hasOwn(planLabels, status) ? { status: status as PlanStatus } : {}),
      ...(year && /^\d{4}$/.test(year) ? { yearId: Number(year) } : {}),
    },
    { fresh: 0, keepPrevious: true },
  );
  const fresh = useNewPlan(query.data);
  const { ask, dialog } = usePlanDialog();
  const actions = usePlanActions();
  const find = useDebouncedCallback((words: string) => setQ(words.trim() || null), 300);
  return (
    <PageFrame
      title="Curriculum plans"
      count={query.data?.total}
      context="centre-year"
      crumbs={[{ label: 'Curriculum CMS', to: '/learning/curriculum-cms' }]}
      primary={fresh.action}
      menu={[{ label: 'Authoring board', to: '/learning-cms/curriculum-cms' }]}
    >
      <QueryState query={query}>
        {({ rows, page, pages, years }) => (
          <Stack gap="md">
            <Group gap="sm" align="end">
              <TextInput
                aria-label="Search"
                placeholder="Title or class group"
                defaultValue={q ?? ''}
                maxLength={100}
                onChange={(event) => find(event.currentTarget.value)}
              />
              <Select
                aria-label="State"
                placeholder="All states"
                clearable
                value={status}
                data={Object.entries(planLabels).map(([value, label]) => ({ value, label }))}
                onChange={setStatus}
              />
              <Select
                aria-label="Year"
                placeholder="All years"
                clearable
                value={year}
                data={years.map(({ id, name }) => ({ value: `${id}`, label: name }))}
                onChange={setYear}
              />
            </Group>
            {rows.length === 0 ? (
              <EmptyState
                title="No plans here"
                help="A plan is the curriculum of a class group for a year."
              />
            ) : (
              <Section flush>
                <ShortTable
                  label="Curriculum plans"
                  rows={rows}
                  keyOf={({ id }) => id}
                  minWidth={640}
                  columns={[
                    {
                      id: 'title',
                      label: 'Title',
                      cell: (row) => (
                        <Anchor component={Link} to={planPath(row.id)}>
                          {row.title}
                        </Anchor>
                      ),
                      second: (row) => `${row.classGroup} · ${row.year} · ${row.folder}`,
                    },
                    {
                      id: 'state',
                      label: 'State',
                      cell: (row) => <StatusTag area="curriculum-plan" state={row.status} />,
                    },
                    { id: 'weeks', label: 'Weeks', align: 'end', cell: (row) => row.weeks },
                    {
                      id: 'ready',
                      label: 'Days ready',
                      align: 'end',
                      cell: (row) => `${row.ready} of ${row.days}`,
                    },
                    { id: 'changed', label: 'Changed', cell: (row) => <InstantText at={row.updatedAt} /> },
                    {
                      id: 'more',
                      label: '',
                      align: 'end',
                      cell: (row) => (
                        <ActionMenu
                          label={`More for ${row.title}`}
                          size="md"
                          actions={[{ label: 'Open', to: planPath(row.id) }, ...actions(row, ask(row))]}
                        />
                      ),
                    },
                  ]}
                />
              </Section>
            )}
            <PageNumbers
              pages={pages}
              page={page}
              onPage={(next) => void navigate(`${pagePath(next)}${search}`)}
            />
          </Stack>
        )}
      </QueryState>
      {fresh.dialog}
      {dialog}
    </PageFrame>
  );
}
