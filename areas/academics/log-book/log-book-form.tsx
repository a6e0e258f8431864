import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { FILE_TYPES, type LogTopic, logBookContract, MOST_FILES } from './log-book.contract.ts';

type FormData = OutputOf<typeof logBookContract.form>;
const LIST = '/log-book/log-book-lists';
const crumbs = [{ label: 'Log book', to: LIST }];

/** /log-book/create-log-book: the day of a section, `?section=&on=`. */
export function CreateLogBook() {
  const [params, setParams] = useSearchParams();
  const [section, on] = [params.get('section'), params.get('on')];
  const query = useQuery(
    logBookContract.form,
    { ...(section ? { sectionId: section } : {}), ...(on ? { onDate: on } : {}) },
    { fresh: 0 },
  );
  return (
    <PageFrame title="Write log book" crumbs={crumbs} context="centre">
      <QueryState query={query}>
        {(data) =>
          data.sectionId === null ? (
            <EmptyState
              title="No section is yours on this day"
              help="The centre head names the teachers of a section under Classes."
            />
          ) : (
            <Stack gap="md">
              <Group align="end">
                <Select
                  label="Section"
                  data={data.sections.map(({ id, label }) => ({ value: id, label }))}
                  value={data.sectionId}
                  onChange={(id) => id && setParams({ section: id, on: data.onDate })}
                  allowDeselect={false}
                  w={200}
                />
                <div style={{ width: 180 }}>
                  <FieldInput
                    kind="date"
                    name="onDate"
                    label="Day"
                    value={data.onDate}
                    earliest={data.earliest}
                    latest={data.today}
                    onChange={(day) =>
                      typeof day === 'string' &&
                      setParams({ ...(data.sectionId ? { section: data.sectionId } : {}), on: day })
                    }
                  />
                </div>
              </Group>
              <Entry data={data} />
            </Stack>
          )
        }
      </QueryState>
    </PageFrame>
  );
}

/** /log-book/edit-log-book/{logBookID} */
export function EditLogBook() {
  const { logBookID = '' } = useParams();
  const query = useQuery(logBookContract.form, { id: logBookID }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.section ? `Log book: ${query.data.section}` : 'Log book'}
      crumbs={crumbs}
      context="centre"
    >
      <QueryState query={query}>{(data) => <Entry data={data} />}</QueryState>
    </PageFrame>
  );
}

function Entry({ data }: { data: FormData }) {
  const { entry } = data;
  if (!data.can['save'])
    return (
      <EmptyState
        title="A log book is a teacher’s"
        help="You are not on the staff of this centre. Read the entries of its teachers instead."
        action={{ label: 'Log book', to: LIST }}
      />
    );
  if (entry && entry.status !== 'DRAFT')
    return (
      <EmptyState
        title={entry.status === 'REVIEWED' ? 'This entry was reviewed' : 'This entry is submitted'}
        help="It can be changed after the reviewer sends it back."
        action={{ label: 'Open the entry', to: `/log-book/view-log-book/${entry.id}` }}
      />
    );
  return <EntryForm key={`${data.sectionId} ${data.onDate} ${entry?.version ?? 0}`} data={data} />;
}

function EntryForm({ data }: { data: FormData }) {
  const { entry, topics, sectionId, onDate } = data;
  const navigate = useNavigate();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>(entry?.answers ?? {});
  const [reflection, setReflection] = useState(entry?.reflection ?? '');
  const [helpNeeded, setHelp] = useState(entry?.helpNeeded ?? false);
  const [fileIds, setFiles] = useState<readonly string[]>(entry?.files.map(({ id }) => id) ?? []);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const touched = useRef(false);
  const touch = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      touched.current = true;
      set(value);
    };
  };
  const save = useCommand(logBookContract.save, {
    onDone: (_output, { submit }) => {
      touched.current = false;
      notice.ok(submit ? 'Submitted for review.' : 'Saved as a draft.');
      void navigate(LIST);
    },
    onError: (error) => {
      setFaults(error.fields);
      notice.error(error);
    },
  });
  const send = (submit: boolean) => {
    if (!sectionId) return;
    const asked = topics.flatMap(({ id }) =>
      answers[id]?.trim() ? [{ topicId: id, value: answers[id] }] : [],
    );
    void save.run({
      sectionId,
      onDate,
      version: entry?.version ?? null,
      answers: asked,
      reflection: reflection.trim() || null,
      helpNeeded,
      fileIds: [...fileIds],
      submit,
    });
  };
  return (
    <Stack gap="md" maw={760}>
      <UnsavedGuard guards={() => touched.current} />
      {entry?.reviewerNote && (
        <Alert color="warning" variant="light" title="Sent back">
          {entry.reviewerNote}
        </Alert>
      )}
      <Section title="Topics">
        <Stack gap="md">
          {topics.map((topic) => (
            <Answer
              key={topic.id}
              topic={topic}
              value={answers[topic.id] ?? ''}
              fault={faults[topic.id]}
              change={touch((value: string) => setAnswers({ ...answers, [topic.id]: value }))}
            />
          ))}
          {topics.length === 0 && 'Head office has not named topics yet. Write what matters below.'}
        </Stack>
      </Section>
      <Section title="Reflection">
        <Stack gap="md">
          <Textarea
            label="How the day went"
            value={reflection}
            onChange={(event) => touch(setReflection)(event.currentTarget.value)}
            maxLength={2000}
            autosize
            minRows={3}
          />
          <Checkbox
            label="I need help"
            description="The reviewer sees this entry marked"
            checked={helpNeeded}
            onChange={(event) => touch(setHelp)(event.currentTarget.checked)}
          />
          <FieldInput
            kind="files"
            name="fileIds"
            label="Files"
            optional
            value={fileIds}
            accept={FILE_TYPES}
            most={MOST_FILES}
            max={10 * 1024 * 1024}
            chosenNames={Object.fromEntries(entry?.files.map(({ id, name }) => [id, name]) ?? [])}
            error={faults['fileIds']}
            onChange={(ids) => touch(setFiles)(ids as string[])}
          />
        </Stack>
      </Section>
      <Group>
        <Button loading={save.running} onClick={() => send(true)}>
          Submit for review
        </Button>
        <Button variant="default" loading={save.running} onClick={() => send(false)}>
          Save draft
        </Button>
      </Group>
    </Stack>
  );
}

interface AnswerProps {
  topic: LogTopic;
  value: string;
  fault: string | undefined;
  change: (value: string) => void;
}

/** The field of a topic's kind of answer; what is kept is text. */
function Answer({ topic, value, fault, change }: AnswerProps) {
  const shared = {
    name: topic.id,
    label: topic.name,
    help: topic.prompt,
    optional: !topic.required,
    error: fault,
  };
  const picked = (next: unknown) => change(typeof next === 'string' ? next : '');
  if (topic.answer === 'NUMBER')
    return (
      <FieldInput
        {...shared}
        kind="decimal"
        digits={2}
        value={value === '' ? null : Number(value)}
        onChange={(next) => change(typeof next === 'number' ? String(next) : '')}
      />
    );
  if (topic.answer === 'TEXT')
    return <FieldInput {...shared} kind="longText" max={2000} value={value} onChange={picked} />;
  const options =
    topic.answer === 'YES_NO'
      ? [
          { value: 'YES', label: 'Yes' },
          { value: 'NO', label: 'No' },
        ]
      : topic.choices.map((one) => ({ value: one, label: one }));
  return <FieldInput {...shared} kind="choice" options={options} value={value || null} onChange={picked} />;
}
