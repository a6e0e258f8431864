import { useQuery } from '@aangan/web/api/use-query.ts';
import { useAction } from '@aangan/web/ui/action.tsx';
import { ActionMenu, PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { planContract as contract, type Plan } from './plan.contract.ts';
import classes from './plan.module.css';
import { type PlanStatus, planLabels } from './plan.states.ts';
import { type PlanAction, planPath, useNewPlan, usePlanActions, usePlanDialog } from './plan-dialogs.tsx';

/** /learning-cms/curriculum-cms: the plans of the year by their state, with the step that comes next. */
export function PlanBoard() {
  const query = useQuery(contract.board, {}, { fresh: 0 });
  const fresh = useNewPlan(query.data);
  const { ask, dialog } = usePlanDialog();
  const actions = usePlanActions();
  return (
    <PageFrame
      title="Authoring board"
      context="centre-year"
      crumbs={[{ label: 'Curriculum CMS', to: '/learning/curriculum-cms' }]}
      primary={fresh.action}
      menu={[{ label: 'All plans', to: '/learning/curriculum-cms/list/page/1' }]}
    >
      <QueryState query={query}>
        {({ plans }) => (
          <div className={classes.board}>
            {(Object.keys(planLabels) as PlanStatus[]).map((status) => {
              const own = plans.filter((plan) => plan.status === status);
              return (
                <section key={status} className={classes.column} aria-label={planLabels[status]}>
                  <Group gap="xs" mb="xs">
                    <Text component="h2" fw={600} m={0}>
                      {planLabels[status]}
                    </Text>
                    <span className="quiet figures">{own.length}</span>
                  </Group>
                  <Stack gap="sm">
                    {own.length === 0 ? (
                      <Text size="sm" className="quiet">
                        Nothing here
                      </Text>
                    ) : null}
                    {own.map((plan) => (
                      <Card key={plan.id} plan={plan} actions={actions(plan, ask(plan))} />
                    ))}
                  </Stack>
                </section>
              );
            })}
          </div>
        )}
      </QueryState>
      {fresh.dialog}
      {dialog}
    </PageFrame>
  );
}

/** Buttons on a card; the others are in its menu. */
const MOST = 2;

function Card({ plan, actions }: { plan: Plan; actions: readonly PlanAction[] }) {
  const run = useAction();
  const shown = actions.filter(({ hidden }) => !hidden);
  const first = shown.filter(({ place }) => place !== 'MORE').slice(0, MOST);
  return (
    <article className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="start" gap={4}>
        <Anchor component={Link} to={planPath(plan.id)} fw={600}>
          {plan.title}
        </Anchor>
        <ActionMenu
          label={`More for ${plan.title}`}
          size="md"
          actions={shown.filter((one) => !first.includes(one))}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {plan.classGroup} · {plan.weeks} weeks
      </Text>
      <Progress
        value={plan.days === 0 ? 0 : (plan.ready / plan.days) * 100}
        size="sm"
        my={6}
        aria-label={`${plan.ready} of ${plan.days} days ready`}
      />
      <Text size="sm">
        {plan.ready} of {plan.days} days ready
        {plan.changed > 0 ? `, ${plan.changed} changed` : ''}
        {plan.pending > 0 ? `, ${plan.pending} to review` : ''}
      </Text>
      {plan.status === 'IN_REVIEW' && plan.submitter ? (
        <Text size="sm" c="dimmed">
          Handed in by {plan.submitter}
        </Text>
      ) : null}
      {plan.status === 'DRAFT' && plan.returnNote ? (
        <Text size="sm" c="dimmed">
          Came back: {plan.returnNote}
        </Text>
      ) : null}
      {first.length > 0 ? (
        <Group gap="xs" mt="xs">
          {first.map((one, i) => (
            <Button
              key={one.label}
              size="xs"
              variant={i === 0 ? 'filled' : 'default'}
              onClick={() => run(one)}
            >
              {one.label}
            </Button>
          ))}
        </Group>
      ) : null}
    </article>
  );
}
