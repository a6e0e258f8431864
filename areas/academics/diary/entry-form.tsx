import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { type DiaryEntry, diaryContract } from './diary.contract.ts';
import { type DiaryKind, diaryKinds } from './diary-kinds.ts';
import { ChosenChildren, TaggedFiles, tagsOf } from './tagged-files.tsx';

type FormFacts = OutputOf<typeof diaryContract.form>;
type SaveInput = InputOf<typeof diaryContract.save>;

interface EntryFormProps {
  kind: DiaryKind;
  /** The entry to change; without one it adds. */
  entry?: DiaryEntry;
  /** The day a new one begins with. */
  day?: string;
  onSaved: (id: string) => void;
  onCancel?: () => void;
}

/** The one form of the three diaries: for a new entry, a draft, and what may still change of a published one. */
export function EntryForm(props: EntryFormProps) {
  const query = useQuery(diaryContract.form, {});
  return (
    <QueryState query={query}>
      {(facts) =>
        facts.sections.length === 0 ? (
          <EmptyState
            title="No section is yours today"
            help="The centre head names the teachers of a section under Classes."
          />
        ) : (
          <LoadedForm {...props} facts={facts} />
        )
      }
    </QueryState>
  );
}

const WHEN = [
  { value: 'NOW', label: 'Publish now' },
  { value: 'LATER', label: 'Publish later' },
  { value: 'DRAFT', label: 'Keep as a draft' },
] as const;
const CONFIRM = { NOW: 'Publish', LATER: 'Publish later', DRAFT: 'Save draft' } as const;

function startOf({ kind, entry, day }: EntryFormProps, facts: FormFacts) {
  if (!entry)
    return {
      kind,
      sectionIds: facts.sections.length === 1 ? [facts.sections[0]?.id] : [],
      onDate: day ?? facts.today,
      fileIds: [],
      enrolmentIds: [],
      tags: {},
      ackRequired: false,
      nobodyOnOthers: false,
      when: 'NOW',
    };
  return {
    kind,
    sectionIds: [entry.sectionId],
    subjectId: entry.subjectId,
    onDate: entry.onDate,
    topic: entry.topic,
    textEn: entry.textEn,
    textHi: entry.textHi,
    ackRequired: entry.ackRequired,
    enrolmentIds: entry.enrolmentIds,
    fileIds: entry.files.map(({ fileId }) => fileId),
    tags: Object.fromEntries(
      entry.files.map(({ fileId, tagged }) => [fileId, tagged.map(({ enrolmentId }) => enrolmentId)]),
    ),
    nobodyOnOthers: entry.files.some(({ picture, tagged }) => picture && tagged.length === 0),
    when: 'DRAFT',
  };
}

function LoadedForm(props: EntryFormProps & { facts: FormFacts }) {
  const { kind, entry, facts, onSaved, onCancel } = props;
  const published = entry?.status === 'PUBLISHED';
  const form = useForm(diaryContract.save, {
    start: startOf(props, facts),
    ...(entry ? {} : { draft: `diary:${kind}` }),
    refresh: ['general-diary', 'subject-diary', 'classwork'],
    toInput: ({ fileIds, tags, when, ...values }) => {
      const chosen = (values['enrolmentIds'] as string[] | null) ?? [];
      return {
        ...values,
        textHi: values['textHi'] || null,
        subjectId: values['subjectId'] ?? null,
        id: entry?.id ?? null,
        version: entry?.version ?? null,
        files: ((fileIds as string[] | null) ?? []).map((fileId) => ({
          fileId,
          tagged: tagsOf(tags)[fileId] ?? [],
        })),
        enrolmentIds: chosen.length > 0 ? chosen : null,
        publish: !published && when !== 'DRAFT',
        publishAt: when === 'LATER' ? (values['publishAt'] ?? '') : null,
      } satisfies Partial<Record<keyof SaveInput, unknown>>;
    },
    onDone: ({ ids, status }) => {
      notice.ok(published ? 'Saved' : status === 'DRAFT' ? 'Draft saved' : `${diaryKinds[kind]} published`);
      onSaved(ids[0] ?? '');
    },
  });
  const sectionIds = (form.values['sectionIds'] as string[] | null) ?? [];
  const first = sectionIds[0] ?? null;
  const classId = facts.sections.find(({ id }) => id === first)?.classId;
  const onDate = String(form.values['onDate'] ?? facts.today);
  const when = form.values['when'] as keyof typeof CONFIRM;
  return (
    <Form form={form}>
      {published && (
        <Alert color="info" variant="light">
          Families see this entry. Its words change for 24 hours after it was published, its files at any
          time.
        </Alert>
      )}
      {!published && (
        <Section title="For whom">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Field
                kind="choices"
                name="sectionIds"
                label="Sections"
                help={
                  sectionIds.length > 1
                    ? 'The others get a copy for every child, without tagged pictures'
                    : undefined
                }
                disabled={entry !== undefined}
                options={facts.sections.map(({ id, label }) => ({ value: id, label }))}
              />
              <Field kind="date" name="onDate" label="Day" earliest={facts.earliest} latest={facts.latest} />
            </SimpleGrid>
            {kind !== 'GENERAL' && (
              <Field
                kind="choice"
                name="subjectId"
                label="Subject"
                options={facts.subjects
                  .filter(({ classIds }) => classId === undefined || classIds.includes(classId))
                  .map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <ChosenChildren sectionId={first} onDate={onDate} />
          </Stack>
        </Section>
      )}
      <Section title={kind === 'CLASSWORK' ? 'What was done' : 'Message'}>
        <Stack gap="md">
          <Field kind="text" name="topic" label="Topic" max={120} />
          <Field kind="longText" name="textEn" label="Text" max={4000} />
          <Field kind="longText" name="textHi" label="Text in Hindi" max={4000} optional />
          <TaggedFiles
            sectionId={first}
            onDate={onDate}
            names={Object.fromEntries((entry?.files ?? []).map(({ fileId, name }) => [fileId, name]))}
          />
        </Stack>
      </Section>
      {!published && (
        <Section title="Publication">
          <Stack gap="md">
            <Field kind="boolean" name="ackRequired" label="Ask families to acknowledge it" optional />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Field kind="choice" name="when" label="When" options={WHEN} />
              {when === 'LATER' && <Field kind="dateTime" name="publishAt" label="Families see it from" />}
            </SimpleGrid>
          </Stack>
        </Section>
      )}
      <SaveBar
        label={published ? 'Save' : (CONFIRM[when] ?? 'Save draft')}
        will={
          published
            ? 'Families see the change at once'
            : when === 'DRAFT'
              ? 'Families see nothing yet'
              : 'Families are notified once; after 9 PM, the next morning'
        }
        {...(onCancel ? { onCancel } : {})}
      />
    </Form>
  );
}
