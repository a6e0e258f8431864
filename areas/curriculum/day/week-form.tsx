import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { planContract } from '../plan/plan.contract.ts';
import { weekContract as contract } from './day.contract.ts';
import { editDay, weekGlance } from './day-paths.ts';

type Form = OutputOf<typeof contract.form>;
type Week = NonNullable<Form['week']>;
const REFRESH = ['curriculum-day', 'curriculum-plan'];

/** /learning-cms/addWeekAtAGlance/{folderId}/{dayID}: the week of a day; `new`: the next empty one. */
export function WeekForm() {
  const { folderId = '', dayID = 'new' } = useParams();
  const query = useQuery(
    contract.form,
    { folderId, ...(dayID === 'new' ? {} : { dayId: dayID }) },
    { fresh: 0 },
  );
  const form = query.data;
  return (
    <PageFrame
      title={form?.week ? `Week ${form.week.weekNo}` : 'Write a week'}
      crumbs={form ? [{ label: form.plan.title, to: `/learning-cms/curriculum-cms/${form.plan.id}` }] : []}
    >
      <QueryState query={query}>
        {(shown) =>
          !query.isFetchedAfterMount ? null : shown.week ? (
            <Fields key={shown.week.id} form={shown} week={shown.week} />
          ) : (
            <Lengthen form={shown} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Lengthen({ form: { plan } }: { form: Form }) {
  const resize = useCommand(planContract.resize, {
    refresh: ['curriculum-week', 'curriculum-day'],
    onDone: () => notice.ok('The plan has one week more.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Alert
      color="info"
      variant="light"
      title={`Week ${plan.weeks + 1} is more than this plan’s ${plan.weeks} weeks.`}
    >
      <Stack gap="sm" align="flex-start">
        <Text>Lengthen the plan?</Text>
        {plan.weeks < 52 ? (
          <Button
            loading={resize.running}
            onClick={() =>
              void resize.run(
                { id: plan.id, title: plan.title, weeks: plan.weeks + 1 },
                { ifMatch: plan.version },
              )
            }
          >
            Add week {plan.weeks + 1}
          </Button>
        ) : (
          <Text>A plan has at most 52 weeks.</Text>
        )}
      </Stack>
    </Alert>
  );
}

function Fields({ form, week }: { form: Form; week: Week }) {
  const navigate = useNavigate();
  const [values, setValues] = useState({
    title: week.title,
    themeId: week.themeId,
    summary: week.summary,
    days: week.days,
    copyFrom: null as string | null,
  });
  const touched = useRef(false);
  const put = (part: Partial<typeof values>) => {
    touched.current = true;
    setValues({ ...values, ...part });
  };
  const save = useCommand(contract.save, {
    refresh: REFRESH,
    onDone: () => {
      touched.current = false;
      notice.ok('The week is saved.');
      const first = week.days[0];
      if (first) void navigate(weekGlance(first.id));
    },
    onError: (error) => notice.error(error),
  });
  const putDay = (id: string, part: Partial<Week['days'][number]>) =>
    put({ days: values.days.map((day) => (day.id === id ? { ...day, ...part } : day)) });
  return (
    <Stack gap="md">
      <UnsavedGuard guards={() => touched.current} />
      <Section title="Week">
        <Stack gap="md">
          <TextInput
            label="Title"
            value={values.title}
            maxLength={80}
            onChange={(event) => put({ title: event.currentTarget.value })}
          />
          <Select
            label="Theme"
            clearable
            searchable
            value={values.themeId}
            data={form.themes.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(themeId) => put({ themeId })}
          />
          <Textarea
            label="Summary"
            value={values.summary}
            maxLength={1000}
            autosize
            minRows={2}
            onChange={(event) => put({ summary: event.currentTarget.value })}
          />
          {form.weeks.length > 0 ? (
            <Select
              label="Copy from week"
              description="Days that are empty take the blocks of that week"
              clearable
              searchable
              value={values.copyFrom}
              data={form.weeks.map(({ id, weekNo, title }) => ({
                value: id,
                label: title ? `${weekNo}. ${title}` : `Week ${weekNo}`,
              }))}
              onChange={(copyFrom) => put({ copyFrom })}
            />
          ) : null}
        </Stack>
      </Section>
      {values.days.map((day, i) => (
        <Section
          key={day.id}
          title={`Day ${i + 1}`}
          actions={
            <Button size="xs" variant="default" onClick={() => void navigate(editDay(day.id))}>
              Write blocks
            </Button>
          }
        >
          <Stack gap="sm">
            <TextInput
              label="Title"
              value={day.title}
              maxLength={80}
              onChange={(event) => putDay(day.id, { title: event.currentTarget.value })}
            />
            <Textarea
              label="Objective"
              value={day.objective}
              maxLength={500}
              autosize
              onChange={(event) => putDay(day.id, { objective: event.currentTarget.value })}
            />
          </Stack>
        </Section>
      ))}
      <Group>
        <Button
          loading={save.running}
          onClick={() =>
            void save.run(
              {
                id: week.id,
                ...values,
                days: values.days.map(({ id, title, objective }) => ({ id, title, objective })),
              },
              { ifMatch: week.version },
            )
          }
        >
          Save week
        </Button>
      </Group>
    </Stack>
  );
}
