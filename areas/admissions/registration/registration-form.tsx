import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { DocumentList } from '../document/document-list.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { formContract } from '../form/form.contract.ts';
import { SaveMark } from '../form/form-filler.tsx';
import { QuestionFields } from '../form/question-fields.tsx';
import { type StaffForm, useStaffForm } from '../form/staff-filler.tsx';
import { SubmitFaults } from '../form/submit-faults.tsx';
import { type Word, words } from '../form/words.tsx';
import { OpenChoice } from '../open-choice.tsx';
import { registrationContract } from './registration.contract.ts';

const crumbs = [{ label: 'Registrations', to: '/forms/registration' }];

/** /forms/registration-form/{enquiryCode}: opens a registration; one that is open already is edited instead. */
export function RegistrationForm() {
  const { enquiryCode = '' } = useParams();
  const query = useQuery(registrationContract.ofEnquiry, { enquiryCode });
  if (query.data?.registrationId) return <Navigate to={`/forms/registration/edit/${enquiryCode}`} replace />;
  return (
    <PageFrame
      title={query.data ? `Register ${query.data.childName}` : 'New registration'}
      crumbs={crumbs}
      context="centre-year"
    >
      <QueryState query={query}>{(found) => <Open found={found} />}</QueryState>
    </PageFrame>
  );
}

type Found = NonNullable<ReturnType<typeof useQuery<typeof registrationContract.ofEnquiry>>['data']>;

function Open({ found }: { found: Found }) {
  const navigate = useNavigate();
  const open = useCommand(registrationContract.open, {
    refresh: ['registration'],
    onError: (error) => notice.error(error),
  });
  const go = async (choice: OpenChoice) => {
    const made = await open.run({ enquiryCode: found.enquiryCode, ...choice });
    if (!made) return;
    notice.ok(
      choice.fill === 'PARENT'
        ? `${made.registrationNo}: the link was sent.`
        : `${made.registrationNo} is open.`,
    );
    navigate(
      choice.fill === 'PARENT'
        ? `/forms/registration?registration=${made.id}`
        : `/forms/registration/edit/${found.enquiryCode}`,
    );
  };
  return (
    <Section
      title="Class and seat"
      help={
        found.fee > 0
          ? `The registration fee is ${formatRupees(found.fee)}; it is asked for when the form is handed in.`
          : 'There is no registration fee.'
      }
    >
      <OpenChoice
        asked={found}
        classes={found.classes}
        parent={found.parentName}
        running={open.running}
        onOpen={(choice) => void go(choice)}
      />
    </Section>
  );
}

/** /forms/registration/edit/{enquiryCode}: the open registration of an enquiry, all pages under each other. */
export function RegistrationEdit() {
  const { enquiryCode = '' } = useParams();
  const found = useQuery(registrationContract.ofEnquiry, { enquiryCode });
  const id = found.data?.registrationId ?? '';
  const form = useQuery(formContract.open, { kind: 'REGISTRATION', id }, { enabled: id !== '' });
  if (found.data && !found.data.registrationId)
    return <Navigate to={`/forms/registration-form/${enquiryCode}`} replace />;
  return (
    <PageFrame
      title={form.data ? `${form.data.childName}, ${form.data.number ?? ''}` : 'Registration'}
      crumbs={crumbs}
      context="centre-year"
    >
      <QueryState query={found}>
        {() => (
          <QueryState query={form}>
            {(opened) => <LongForm form={opened} reload={() => void form.refetch()} />}
          </QueryState>
        )}
      </QueryState>
    </PageFrame>
  );
}

function LongForm({ form, reload }: { form: StaffForm; reload: () => void }) {
  const t = useText(words);
  const navigate = useNavigate();
  const filling = useStaffForm(form, reload);
  const [signedBy, setSignedBy] = useState('');
  const hand = async () => {
    if ((await filling.submit(signedBy)) === null) return;
    notice.ok('The registration is handed in.');
    navigate(`/forms/registration?registration=${form.id}`);
  };
  return (
    <Group align="start" wrap="nowrap" gap="lg">
      <Stack gap={4} visibleFrom="md" style={{ position: 'sticky', top: 64, minWidth: 180 }}>
        {form.pages.map((page) => (
          <Anchor
            key={page}
            href={`#page-${page}`}
            size="sm"
            {...(form.pagesDone.includes(page) ? { c: 'dimmed' } : {})}
          >
            {form.pagesDone.includes(page) ? '✓ ' : ''}
            {t(page as Word)}
          </Anchor>
        ))}
      </Stack>
      <Stack gap="lg" style={{ flex: 1, minWidth: 0 }} maw={720}>
        <Group justify="space-between">
          <Group gap="sm">
            <StatusTag area="registration" state={form.status} />
            <SaveMark state={filling.autosave.state} />
          </Group>
          <Anchor component={Link} to={`/forms/registration?registration=${form.id}`} size="sm">
            Documents, seat and history
          </Anchor>
        </Group>
        {filling.correcting ? (
          <Alert color="warning" title="The family has handed this in">
            <TextInput
              label="Why do you change it?"
              value={filling.reason}
              onChange={(event) => filling.setReason(event.currentTarget.value)}
              description="The reason stands in the history beside what was changed."
            />
          </Alert>
        ) : null}
        <CorrectionList
          items={form.corrections}
          {...(filling.answerItem ? { answer: filling.answerItem } : {})}
        />
        {form.pages.map((page) => (
          <Section key={page} id={`page-${page}`} title={t(page as Word)}>
            <Stack gap="md">
              {page === 'documents' ? (
                <DocumentList
                  slots={form.slots}
                  addressOf={filling.addressOf}
                  {...(form.can['fill'] ? { add: filling.addDocument } : {})}
                />
              ) : (
                <QuestionFields
                  page={page}
                  answers={filling.answers}
                  set={filling.set}
                  errorOf={filling.errorOf}
                  noteOf={filling.noteOf}
                  consentTexts={form.consentTexts}
                  disabled={filling.disabled}
                />
              )}
            </Stack>
          </Section>
        ))}
        {form.can['submit'] ? (
          <Section title="Hand in">
            <Stack gap="md">
              <SubmitFaults error={filling.submitError} />
              <TextInput
                label="Who of the family signed?"
                value={signedBy}
                onChange={(event) => setSignedBy(event.currentTarget.value)}
              />
              <Group>
                <Button
                  loading={filling.submitting}
                  disabled={signedBy.trim().length < 2}
                  onClick={() => void hand()}
                >
                  Hand in the registration
                </Button>
                <Text size="sm" c="dimmed">
                  Documents are then verified by a second person.
                </Text>
              </Group>
            </Stack>
          </Section>
        ) : null}
      </Stack>
    </Group>
  );
}
