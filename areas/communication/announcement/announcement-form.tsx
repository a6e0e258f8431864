import { addDays, formatDateTime, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { extraChannels } from '../audience/audience.ts';
import { AudienceFields, audienceIn, audienceStart, everybody } from '../audience/audience-fields.tsx';
import { smsUnits } from '../message/sms-units.ts';
import { announcementContract, type ManagedAnnouncement } from './announcement.contract.ts';
import { DAYS_SHOWN, FILE_TYPES, MOST_FILE_MB, MOST_FILES } from './announcement.states.ts';
import { announcementPaths as paths } from './announcement-look.tsx';
import { noticeText } from './announcement-messages.ts';

const crumbs = [{ label: 'Announcements', to: paths.list }];

/** /announcement/add-announcement: a new one, or a copy of another. */
export function AddAnnouncement() {
  const [copy] = useParam('copy');
  const query = useQuery(announcementContract.view, { id: copy ?? '' }, { enabled: copy !== null });
  return (
    <PageFrame title="Add announcement" context="centre" crumbs={crumbs}>
      {copy === null ? (
        <WriteForm />
      ) : (
        <QueryState query={query}>{({ managed }) => <WriteForm copy={managed} />}</QueryState>
      )}
    </PageFrame>
  );
}

/** /announcement/edit-announcement/{announcementID}: a draft as a whole, of a published one the words. */
export function EditAnnouncement() {
  const { announcementID = '' } = useParams();
  const query = useQuery(announcementContract.view, { id: announcementID }, { fresh: 0 });
  return (
    <PageFrame title="Edit announcement" context="centre" crumbs={crumbs}>
      <QueryState query={query}>
        {({ managed }) =>
          managed?.status === 'DRAFT' ? (
            <WriteForm key={managed.version} draft={managed} />
          ) : managed?.can['edit'] ? (
            <AmendForm key={managed.version} published={managed} />
          ) : (
            <EmptyState
              title="It cannot be changed now"
              help={
                managed?.status === 'EXPIRED'
                  ? 'It has ended. Reopen it first.'
                  : 'Move it back to draft, or copy it into a new one.'
              }
              action={{ label: 'Open it', to: paths.view(announcementID) }}
            />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

const WHEN = [
  { value: 'NOW', label: 'Publish now' },
  { value: 'LATER', label: 'Publish later' },
  { value: 'DRAFT', label: 'Keep as a draft' },
] as const;
const CONFIRM = { NOW: 'Publish', LATER: 'Publish later', DRAFT: 'Save draft' } as const;

const endOf = (days: number): string =>
  new Date(startOfDay(addDays(todayIst(serverNow()), days)).getTime() + 18 * 3_600_000).toISOString();

const wordsOf = (from: ManagedAnnouncement | null | undefined) => ({
  title: from?.title ?? '',
  titleHi: from?.titleHi ?? '',
  body: from?.body ?? '',
  bodyHi: from?.bodyHi ?? '',
  fileIds: from?.files.map(({ fileId }) => fileId) ?? [],
});

const wordsIn = (values: Readonly<Record<string, unknown>>) => ({
  title: values['title'],
  titleHi: values['titleHi'] || null,
  body: values['body'],
  bodyHi: values['bodyHi'] || null,
  fileIds: values['fileIds'] ?? [],
  expiresAt: values['expiresAt'] ?? '',
  pinnedUntil: values['pinnedUntil'] || null,
  ackBy: values['ackBy'] || null,
});

function WriteForm({ draft, copy }: { draft?: ManagedAnnouncement; copy?: ManagedAnnouncement | null }) {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const from = draft ?? copy;
  const form = useForm(announcementContract.save, {
    start: {
      ...wordsOf(from),
      // A copy's files are tied to the other one.
      ...(draft ? {} : { fileIds: [] }),
      ...audienceStart(from?.audience ?? everybody),
      extraChannels: from?.extraChannels ?? [],
      ackRequired: from?.ackRequired ?? false,
      expiresAt: draft?.expiresAt ?? endOf(DAYS_SHOWN),
      pinnedUntil: draft?.pinnedUntil ?? null,
      ackBy: draft?.ackBy ?? null,
      when: draft ? (draft.publishAt ? 'LATER' : 'DRAFT') : 'NOW',
      publishAt: draft?.publishAt ?? null,
    },
    ...(from ? {} : { draft: `announcement:${franchisee?.id ?? 'network'}` }),
    refresh: ['announcement', 'home'],
    toInput: (values) => ({
      id: draft?.id ?? null,
      version: draft?.version ?? null,
      ...wordsIn(values),
      audience: audienceIn(values),
      extraChannels: values['extraChannels'] ?? [],
      ackRequired: values['ackRequired'] ?? false,
      ackBy: values['ackRequired'] ? values['ackBy'] || null : null,
      publish: values['when'] !== 'DRAFT',
      publishAt: values['when'] === 'LATER' ? (values['publishAt'] ?? '') : null,
    }),
    onDone: ({ id, status }) => {
      notice.ok(
        status === 'DRAFT'
          ? 'Draft saved'
          : status === 'WAITING'
            ? 'It waits for another person to approve it.'
            : status === 'SCHEDULED'
              ? 'Scheduled'
              : 'Published',
      );
      void navigate(paths.view(id));
    },
  });
  const when = form.values['when'] as keyof typeof CONFIRM; // one of WHEN
  const channels = (form.values['extraChannels'] ?? []) as ('SMS' | 'EMAIL')[]; // options of its field
  return (
    <Form form={form}>
      <WordsSection names={namesOf(draft)} />
      <Section title="For whom">
        <Stack gap="md">
          <AudienceFields channels={channels} />
          <Field
            kind="choices"
            name="extraChannels"
            label="Also by"
            optional
            options={Object.entries(extraChannels).map(([value, label]) => ({ value, label }))}
          />
          {channels.includes('SMS') && <NoticeUnits />}
        </Stack>
      </Section>
      <Section title="When and how long">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field kind="choice" name="when" label="Publication" options={WHEN} />
            {when === 'LATER' && <Field kind="dateTime" name="publishAt" label="Publish at" />}
          </SimpleGrid>
          <Shown ack={form.values['ackRequired'] === true} />
          <Field kind="boolean" name="ackRequired" label="Ask everyone to acknowledge it" optional />
        </Stack>
      </Section>
      <SaveBar
        label={CONFIRM[when] ?? 'Save draft'}
        will={
          when === 'DRAFT'
            ? 'Nobody sees it yet'
            : franchisee
              ? 'Readers are notified at once'
              : 'Another person approves what goes to the network'
        }
      />
    </Form>
  );
}

const namesOf = (from: ManagedAnnouncement | undefined) =>
  Object.fromEntries((from?.files ?? []).map(({ fileId, name }) => [fileId, name]));

function WordsSection({ names }: { names: Readonly<Record<string, string>> }) {
  return (
    <Section title="What to tell">
      <Stack gap="md">
        <Field kind="text" name="title" label="Title" max={120} />
        <Field kind="longText" name="body" label="Text" max={4000} />
        <Field kind="text" name="titleHi" label="Title in Hindi" max={120} optional />
        <Field kind="longText" name="bodyHi" label="Text in Hindi" max={4000} optional />
        <Field
          kind="files"
          name="fileIds"
          label="Files"
          optional
          accept={FILE_TYPES}
          max={MOST_FILE_MB * 1024 * 1024}
          most={MOST_FILES}
          chosenNames={names}
        />
      </Stack>
    </Section>
  );
}

function Shown({ ack }: { ack: boolean }) {
  const today = todayIst(serverNow());
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Field kind="dateTime" name="expiresAt" label="Shown until" />
      <Field kind="date" name="pinnedUntil" label="On top until" optional earliest={today} />
      {ack && <Field kind="date" name="ackBy" label="Acknowledge by" optional earliest={today} />}
    </SimpleGrid>
  );
}

/** The registered text of the SMS with this title, and what it is charged as. */
function NoticeUnits() {
  const { values } = useFormModel();
  const { franchisee } = useSession();
  const text = noticeText
    .replace('{brand}', 'Aangan')
    .replace('{centre}', franchisee?.companyName ?? 'Head office')
    .replace('{title}', String(values['title'] ?? ''));
  const { units, length } = smsUnits(text);
  return (
    <Text size="sm" c="dimmed">
      By SMS: “{text}” ({length} characters, {units} {units === 1 ? 'unit' : 'units'} each)
    </Text>
  );
}

function AmendForm({ published }: { published: ManagedAnnouncement }) {
  const navigate = useNavigate();
  const form = useForm(announcementContract.amend, {
    start: {
      ...wordsOf(published),
      expiresAt: published.expiresAt,
      pinnedUntil: published.pinnedUntil,
      ackBy: published.ackBy,
      change: 'SMALL',
    },
    ifMatch: published.version,
    refresh: ['announcement', 'home'],
    toInput: (values) => ({ id: published.id, ...wordsIn(values), again: values['change'] === 'AGAIN' }),
    onDone: () => {
      notice.ok('Saved');
      void navigate(paths.view(published.id));
    },
  });
  const again = form.values['change'] === 'AGAIN';
  return (
    <Form form={form}>
      <Alert color="info" variant="light">
        Published {published.publishAt && formatDateTime(published.publishAt)} for {published.target}. People,
        ways and time stay as they are.
      </Alert>
      <WordsSection names={namesOf(published)} />
      <Section title="The change">
        <Stack gap="md">
          <Field
            kind="choice"
            name="change"
            label="What kind of change"
            help={
              again
                ? 'Everyone is notified again; who saw and acknowledged it counts from the start'
                : 'Who saw and acknowledged it stays'
            }
            options={[
              { value: 'SMALL', label: 'A small correction' },
              { value: 'AGAIN', label: 'Ask everyone again' },
            ]}
          />
          <Shown ack={published.ackRequired} />
        </Stack>
      </Section>
      <SaveBar
        label={again ? 'Save and ask again' : 'Save'}
        will={
          again
            ? `${published.recipients === 1 ? '1 person is' : `${published.recipients} people are`} notified again`
            : 'Readers see the change at once'
        }
      />
    </Form>
  );
}
