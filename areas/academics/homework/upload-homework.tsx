import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { diaryContract } from '../diary/diary.contract.ts';
import { FILE_TYPES, MOST_FILE_MB } from '../diary/diary-kinds.ts';
import { ChosenChildren } from '../diary/tagged-files.tsx';
import { homeworkContract } from './homework.contract.ts';
import { handInKinds } from './homework.states.ts';

type Homework = OutputOf<typeof homeworkContract.get>;
type Facts = OutputOf<typeof diaryContract.form>;
const LIST = '/class/viewHomework';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const WHEN = { NOW: 'Publish now', LATER: 'Publish later', DRAFT: 'Keep as a draft' };
const CONFIRM = { NOW: 'Publish', LATER: 'Publish later', DRAFT: 'Save draft' } as const;

/** /attendance/uploadHomework: a new homework, or a draft with `?id=`. */
export function UploadHomework() {
  const [id] = useParam('id');
  const facts = useQuery(diaryContract.form, {});
  const homework = useQuery(homeworkContract.get, { id: id ?? '' }, { enabled: id !== null, fresh: 0 });
  return (
    <PageFrame
      title={id ? 'Edit homework' : 'Add homework'}
      context="centre-year"
      crumbs={[{ label: 'Homework', to: LIST }]}
    >
      <QueryState query={facts}>
        {(known) =>
          known.sections.length === 0 ? (
            <EmptyState
              title="No section is yours today"
              help="The centre head names the teachers of a section under Classes."
            />
          ) : id === null ? (
            <HomeworkForm facts={known} />
          ) : (
            <QueryState query={homework}>
              {(found) => <HomeworkForm facts={known} homework={found} />}
            </QueryState>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function startOf(facts: Facts, homework: Homework | undefined) {
  if (!homework)
    return {
      sectionIds: facts.sections.length === 1 ? [facts.sections[0]?.id] : [],
      assignedOn: facts.today,
      dueOn: addDays(facts.today, 3),
      submission: 'PHOTO_OR_FILE',
      fileIds: [],
      enrolmentIds: [],
      when: 'NOW',
    };
  const { sectionId, subjectId, title, text, assignedOn, dueOn, submission } = homework;
  return {
    sectionIds: [sectionId],
    subjectId,
    title,
    text,
    assignedOn,
    dueOn,
    submission,
    fileIds: homework.files.map(({ fileId }) => fileId),
    enrolmentIds: homework.allChildren ? [] : homework.children.map(({ enrolmentId }) => enrolmentId),
    when: 'DRAFT',
  };
}

function HomeworkForm({ facts, homework }: { facts: Facts; homework?: Homework }) {
  const navigate = useNavigate();
  const form = useForm(homeworkContract.save, {
    start: startOf(facts, homework),
    ...(homework ? {} : { draft: 'homework:new' }),
    toInput: ({ when, ...values }) => {
      const chosen = (values['enrolmentIds'] as string[] | null) ?? [];
      return {
        ...values,
        fileIds: values['fileIds'] ?? [],
        subjectId: values['subjectId'] || null,
        id: homework?.id ?? null,
        version: homework?.version ?? null,
        enrolmentIds: chosen.length > 0 ? chosen : null,
        publish: when !== 'DRAFT',
        publishAt: when === 'LATER' ? (values['publishAt'] ?? '') : null,
      };
    },
    onDone: ({ sections }) => {
      notice.ok(
        form.values['when'] === 'DRAFT' ? 'Draft saved' : `Homework published for ${sections.join(' and ')}.`,
      );
      void navigate(LIST);
    },
  });
  const sectionIds = (form.values['sectionIds'] as string[] | null) ?? [];
  const first = sectionIds[0] ?? null;
  const classId = facts.sections.find(({ id }) => id === first)?.classId;
  const assignedOn = String(form.values['assignedOn'] ?? facts.today);
  const when = form.values['when'] as keyof typeof CONFIRM;
  return (
    <Form form={form}>
      <Section title="For whom">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field
              kind="choices"
              name="sectionIds"
              label="Sections"
              disabled={homework !== undefined}
              options={facts.sections.map(({ id, label }) => ({ value: id, label }))}
            />
            <Field
              kind="choice"
              name="subjectId"
              label="Subject"
              optional
              options={facts.subjects
                .filter(({ classIds }) => classId === undefined || classIds.includes(classId))
                .map(({ id, name }) => ({ value: id, label: name }))}
            />
          </SimpleGrid>
          <ChosenChildren sectionId={first} onDate={assignedOn} />
        </Stack>
      </Section>
      <Section title="Homework">
        <Stack gap="md">
          <Field kind="text" name="title" label="Title" max={120} />
          <Field kind="longText" name="text" label="What to do" max={4000} />
          <Field
            kind="files"
            name="fileIds"
            label="Files"
            optional
            accept={FILE_TYPES}
            max={MOST_FILE_MB * 1024 * 1024}
            most={10}
            chosenNames={Object.fromEntries(
              (homework?.files ?? []).map(({ fileId, name }) => [fileId, name]),
            )}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field kind="date" name="assignedOn" label="Assigned" />
            <Field kind="date" name="dueOn" label="Due" earliest={assignedOn} />
            <Field
              kind="choice"
              name="submission"
              label="Families hand in"
              options={optionsOf(handInKinds)}
            />
            <Field kind="choice" name="when" label="When" options={optionsOf(WHEN)} />
            {when === 'LATER' && <Field kind="dateTime" name="publishAt" label="Families see it from" />}
          </SimpleGrid>
        </Stack>
      </Section>
      <SaveBar
        label={CONFIRM[when] ?? 'Save draft'}
        will={
          when === 'DRAFT'
            ? 'Families see nothing yet'
            : 'Families are notified once; after 9 PM, the next morning'
        }
      />
    </Form>
  );
}
