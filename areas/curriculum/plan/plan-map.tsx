import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { lookOf } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Group, ScrollArea, Select, Stack } from '@mantine/core';
import { type CSSProperties, Fragment } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { OpenWeek } from './open-week.tsx';
import { planContract as contract, type MapDay } from './plan.contract.ts';
import classes from './plan.module.css';
import { dayLooks } from './plan.states.ts';
import { PlanBoard } from './plan-board.tsx';
import { planPath, usePlanActions, usePlanDialog } from './plan-dialogs.tsx';
import { WindowsPanel } from './windows-panel.tsx';

/** /learning-cms/curriculum-cms/{curriculumCmsId?}/{weekId?}: the map of a plan; without a plan the board. */
export function PlanMap() {
  const { curriculumCmsId } = useParams();
  return curriculumCmsId ? <OnePlan key={curriculumCmsId} id={curriculumCmsId} /> : <PlanBoard />;
}

function OnePlan({ id }: { id: string }) {
  const { weekId } = useParams();
  const query = useQuery(contract.map, { id }, { fresh: 0 });
  const plan = query.data?.plan;
  const { ask, dialog } = usePlanDialog();
  const actions = usePlanActions();
  const all = plan ? actions(plan, ask(plan)).filter(({ hidden }) => !hidden) : [];
  const primary = all.find(({ place }) => place === 'NEXT');
  return (
    <PageFrame
      title={plan?.title ?? 'Curriculum plan'}
      crumbs={[
        { label: 'Curriculum CMS', to: '/learning/curriculum-cms' },
        { label: 'Plans', to: '/learning/curriculum-cms/list/page/1' },
      ]}
      primary={primary}
      menu={all.filter((one) => one !== primary)}
    >
      <QueryState query={query}>
        {(view) => (
          <Stack gap="md">
            <Section actions={<Chooser id={id} yearId={view.plan.academicYearId} />}>
              <Facts
                items={[
                  { label: 'State', value: <StatusTag area="curriculum-plan" state={view.plan.status} /> },
                  { label: 'Class group', value: view.plan.classGroup },
                  { label: 'Year', value: view.plan.year },
                  { label: 'Days ready', value: `${view.plan.ready} of ${view.plan.days}` },
                  {
                    label: 'Changed days',
                    value: `${view.plan.changed}, of which ${view.plan.pending} to review`,
                    hidden: view.plan.changed === 0,
                  },
                  {
                    label: 'Handed in by',
                    value: view.plan.submitter,
                    hidden: view.plan.status !== 'IN_REVIEW',
                  },
                  {
                    label: 'Came back',
                    value: view.plan.returnNote,
                    hidden: view.plan.status !== 'DRAFT' || !view.plan.returnNote,
                  },
                ]}
              />
            </Section>
            {view.plan.can['windows'] || view.windows.length > 0 ? (
              <WindowsPanel plan={view.plan} windows={view.windows} onOpen={() => ask(view.plan)('window')} />
            ) : null}
            <Section title="Weeks and days" help={<Legend />}>
              <ScrollArea type="auto">
                <table className={classes.map}>
                  <thead>
                    <tr>
                      <th scope="col">Week</th>
                      {Array.from({ length: view.plan.daysPerWeek }, (_, i) => (
                        <th key={i} scope="col">
                          Day {i + 1}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {view.weeks.map((week) => (
                      <Fragment key={week.id}>
                        <tr className={week.id === weekId ? classes.openRow : undefined}>
                          <th scope="row">
                            <Anchor
                              component={Link}
                              to={planPath(id, week.id === weekId ? undefined : week.id)}
                              preventScrollReset
                              aria-expanded={week.id === weekId}
                            >
                              {week.weekNo}
                              {week.title ? `. ${week.title}` : ''}
                            </Anchor>
                          </th>
                          {week.days.map((day) => (
                            <td key={day.id}>
                              <Cell day={day} to={planPath(id, week.id)} />
                            </td>
                          ))}
                        </tr>
                        {week.id === weekId ? (
                          <tr>
                            <td colSpan={view.plan.daysPerWeek + 1}>
                              <OpenWeek plan={view.plan} week={week} />
                            </td>
                          </tr>
                        ) : null}
                      </Fragment>
                    ))}
                  </tbody>
                </table>
              </ScrollArea>
            </Section>
          </Stack>
        )}
      </QueryState>
      {dialog}
    </PageFrame>
  );
}

/** Another plan of the same year. */
function Chooser({ id, yearId }: { id: string; yearId: number }) {
  const navigate = useNavigate();
  const { data } = useQuery(contract.page, { yearId });
  if (!data || data.rows.length < 2) return null;
  return (
    <Select
      aria-label="Plan"
      value={id}
      data={data.rows.map((plan) => ({ value: plan.id, label: plan.title }))}
      allowDeselect={false}
      onChange={(next) => void (next && navigate(planPath(next)))}
    />
  );
}

const styleOf = (look: MapDay['look']): CSSProperties => {
  const [tone] = lookOf('curriculum-day', look);
  return {
    ['--cell-text' as string]: `var(--a-${tone}-text)`,
    ['--cell-tint' as string]: `var(--a-${tone}-tint)`,
    ['--cell-line' as string]: `var(--a-${tone}-line)`,
  };
};

const Cell = ({ day, to }: { day: MapDay; to: string }) => (
  <Link
    className={classes.cell}
    data-look={day.look}
    style={styleOf(day.look)}
    to={to}
    preventScrollReset
    title={`Day ${day.position}${day.title ? `, ${day.title}` : ''}: ${dayLooks[day.look]}`}
    aria-label={`Day ${day.position}: ${dayLooks[day.look]}`}
  >
    {day.position}
  </Link>
);

const Legend = () => (
  <Group component="span" gap="xs">
    {Object.keys(dayLooks).map((look) => (
      <StatusTag key={look} area="curriculum-day" state={look} />
    ))}
  </Group>
);
