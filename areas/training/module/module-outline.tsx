import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line, OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { trainingModules as m } from '../modules.ts';
import '../training-look.tsx';
import { moduleContract as contract } from './module.contract.ts';
import { itemKinds } from './module.states.ts';
import { MODULE_REFRESH } from './module-list.tsx';

type View = OutputOf<typeof contract.outline>;

const topicPath = (id: string): string => `/self-training/edit-teacher-training-topic/${id}`;
const assessmentPath = (id: string): string => `/self-training/edit-teacher-assessment/${id}`;

/** Topics, items and assessments of a module, and the step that publishes it. */
export function ModuleOutline({ view }: { view: View }) {
  const { holds } = useSession();
  const writesTopics = view.can['edit'] === true && holds(m.teacherTrainingTopic, true);
  const writesTests = view.can['edit'] === true && holds(m.teacherAssessment, true);
  const order = useCommand(contract.orderTopics, {
    refresh: MODULE_REFRESH,
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <Publishing view={view} />
      <Section
        title="Topics"
        actions={
          writesTopics ? (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={`/self-training/add-teacher-training-topic?module=${view.id}`}
            >
              Add topic
            </Button>
          ) : undefined
        }
      >
        {view.topics.length === 0 ? <Text c="dimmed">No topics yet.</Text> : null}
        {view.topics.map((topic, n) => (
          <Line
            key={topic.id}
            end={
              view.can['edit'] === true ? (
                <OrderButtons
                  name={topic.title}
                  ids={view.topics.map(({ id }) => id)}
                  id={topic.id}
                  disabled={order.running}
                  onOrder={(ids) => void order.run({ id: view.id, ids })}
                />
              ) : null
            }
          >
            <Text fw={600}>
              {`${n + 1}. `}
              {writesTopics ? (
                <Anchor component={Link} to={topicPath(topic.id)}>
                  {topic.title}
                </Anchor>
              ) : (
                topic.title
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {topic.items.length === 0
                ? 'No items yet'
                : topic.items.map(({ kind, title }) => `${itemKinds[kind]}: ${title}`).join(' · ')}
              {topic.minutes === null ? '' : ` · ${topic.minutes} min`}
            </Text>
          </Line>
        ))}
      </Section>
      <Section
        title="Assessments"
        actions={
          writesTests ? (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={`/self-training/add-teacher-assessment?module=${view.id}`}
            >
              Add assessment
            </Button>
          ) : undefined
        }
      >
        {view.assessments.length === 0 ? (
          <Text c="dimmed">None. The module is complete when its items are.</Text>
        ) : null}
        {view.assessments.map((one) => (
          <Line key={one.id} end={<StatusTag area="training-material" state={one.status} />}>
            {writesTests ? (
              <Anchor component={Link} to={assessmentPath(one.id)}>
                {one.title}
              </Anchor>
            ) : (
              <Text>{one.title}</Text>
            )}
            <Text size="sm" c="dimmed">
              {`${one.type} · ${one.questions === 1 ? '1 question' : `${one.questions} questions`}, ${one.points === 1 ? '1 point' : `${one.points} points`} · pass mark ${formatPercent(one.passBp)}`}
            </Text>
          </Line>
        ))}
      </Section>
    </>
  );
}

function Publishing({ view }: { view: View }) {
  const publish = useCommand(contract.publish, {
    refresh: MODULE_REFRESH,
    onDone: ({ edition }) => notice.ok(`Edition ${edition} is published.`),
    onError: (error) => notice.error(error),
  });
  return (
    <Section>
      <Group justify="space-between" align="flex-start" gap="md">
        <div style={{ flex: 1, minWidth: 240 }}>
          <Facts
            items={[
              { label: 'Status', value: <StatusTag area="training-material" state={view.status} /> },
              { label: 'Edition', value: view.edition === 0 ? 'None yet' : String(view.edition) },
              {
                label: 'Published',
                hidden: view.publishedAt === null,
                value: (
                  <>
                    <InstantText at={view.publishedAt ?? ''} />
                    {view.publishedBy ? ` by ${view.publishedBy}` : ''}
                  </>
                ),
              },
            ]}
          />
        </div>
        {view.can['publish'] ? (
          <Button
            disabled={view.missing.length > 0}
            loading={publish.running}
            onClick={() => void publish.run({ id: view.id }, { ifMatch: view.version })}
          >
            {view.edition === 0 ? 'Publish' : `Publish edition ${view.edition + 1}`}
          </Button>
        ) : null}
      </Group>
      {view.missing.length > 0 && view.status !== 'ARCHIVED' ? (
        <Alert color="info" variant="light" mt="md" title="Before it can be published">
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {view.missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </Section>
  );
}
