import type { AnyRecord } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { modulePath } from '../module/module-list.tsx';
import { teacherTrainingTopic } from './teacher-training-topic.record.ts';
import { topicContract } from './topic.contract.ts';
import { TopicItems } from './topic-items.tsx';

// A row of any record, as its list and drawer have it.
const topic: AnyRecord = teacherTrainingTopic;
const LIST = '/self-training/teacher-training-topic';
const crumbs = [{ label: 'Training topics', to: LIST }];

/** /self-training/add-teacher-training-topic and /self-training/edit-teacher-training-topic/{trainingTopicID}. */
export function TopicForm() {
  const { trainingTopicID } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  if (trainingTopicID) return <ChangeTopic key={trainingTopicID} id={trainingTopicID} />;
  const moduleId = params.get('module');
  return (
    <PageFrame title="Add training topic" crumbs={crumbs}>
      <Facts
        row={null}
        start={{ position: 1, ...(moduleId ? { moduleId } : {}) }}
        onDone={({ id }) => void navigate(`/self-training/edit-teacher-training-topic/${id}`)}
      />
    </PageFrame>
  );
}

function ChangeTopic({ id }: { id: string }) {
  const row = useQuery(teacherTrainingTopic.endpoints.get, { id }, { fresh: 0 });
  const view = useQuery(topicContract.view, { id }, { fresh: 0 });
  const seen = view.data;
  return (
    <PageFrame
      title={seen?.title ?? 'Training topic'}
      crumbs={[...crumbs, ...(seen ? [{ label: seen.module, to: modulePath(seen.moduleId) }] : [])]}
      menu={[{ label: 'View as learner', to: `/self-training/view-teacher-training-topic/${id}` }]}
    >
      <Stack gap="md">
        <QueryState query={view}>
          {(shown) => <TopicItems topic={shown} reload={() => view.refetch()} />}
        </QueryState>
        <QueryState query={row}>
          {(found) => (
            <Facts key={(found as Row).version} row={found as Row} reload={() => void row.refetch()} />
          )}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

interface FactsProps {
  row: Row | null;
  start?: Readonly<Record<string, unknown>>;
  reload?: () => void;
  onDone?: (row: Row) => void;
}

function Facts({ row, start, reload, onDone }: FactsProps) {
  const navigate = useNavigate();
  const form = useForm(topic, {
    row,
    draft: `teacher-training-topic:${row?.id ?? 'new'}`,
    disabled: row !== null && row.can['update'] !== true,
    refresh: ['teacher-training-topic', 'training-topic', 'teacher-module', 'training-module'],
    ...(start ? { start: { ...start } } : {}),
    ...(reload ? { reload } : {}),
    onDone: (saved) => {
      notice.ok(row ? 'Saved.' : 'The topic is there. Add its items.');
      onDone?.(saved);
    },
  });
  return (
    <Form form={form}>
      <Section title="Topic">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            <Field name="moduleId" />
            <Field name="position" />
            <Field name="estMinutes" />
          </SimpleGrid>
          <Field name="title" />
          <Field name="summary" />
          <Field name="body" />
        </Stack>
      </Section>
      <SaveBar
        will={row ? 'Learners see it with the next edition that is published' : 'Then its items are added'}
        label={row ? 'Save topic' : 'Add topic'}
        onCancel={() => void navigate(LIST)}
      />
    </Form>
  );
}
