import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { DocumentList } from '../document/document-list.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { formContract } from '../form/form.contract.ts';
import { SaveMark } from '../form/form-filler.tsx';
import type { FormPage } from '../form/form-pages.ts';
import { QuestionFields } from '../form/question-fields.tsx';
import { type StaffFilling, type StaffForm, useStaffForm } from '../form/staff-filler.tsx';
import { type Word, words } from '../form/words.tsx';
import { OpenChoice } from '../open-choice.tsx';
import { admissionContract } from './admission.contract.ts';
import {
  type Admission,
  type Family,
  FamilyStep,
  type Found,
  PlanStep,
  SeatStep,
} from './admission-steps.tsx';

const Admitted = part(() => import('./admission-confirm-step.tsx'), 'Admitted');
const ConfirmStep = part(() => import('./admission-confirm-step.tsx'), 'ConfirmStep');

const crumbs = [{ label: 'Admissions', to: '/forms/admission' }];

/** /forms/admissionForm/{enquiryCode}: the admission at the counter, step by step to the confirmation. */
export function AdmissionWizard() {
  const { enquiryCode = '' } = useParams();
  const found = useQuery(admissionContract.ofEnquiry, { enquiryCode });
  return (
    <PageFrame
      title={found.data ? `Admission of ${found.data.childName}` : 'Admission form'}
      crumbs={crumbs}
      context="centre-year"
    >
      <QueryState query={found}>
        {(asked) =>
          asked.admissionId ? (
            <Opened id={asked.admissionId} found={asked} />
          ) : (
            <Start found={asked} onOpened={() => void found.refetch()} />
          )
        }
      </QueryState>
    </PageFrame>
  );
}

function Start({ found, onOpened }: { found: Found; onOpened: () => void }) {
  const open = useCommand(admissionContract.open, {
    refresh: ['admission'],
    onDone: onOpened,
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Class and session" help="Opens the admission; the seat is checked at the confirmation.">
      <OpenChoice
        asked={found}
        classes={found.classes}
        parent="the parent"
        running={open.running}
        onOpen={(choice) => void open.run({ enquiryCode: found.enquiryCode, ...choice })}
      />
    </Section>
  );
}

function Opened({ id, found }: { id: string; found: Found }) {
  const admission = useQuery(admissionContract.get, { id }, { fresh: 0 });
  const form = useQuery(formContract.open, { kind: 'ADMISSION', id }, { fresh: 0 });
  const reload = () => {
    void admission.refetch();
    void form.refetch();
  };
  return (
    <QueryState query={admission}>
      {(one) => (
        <QueryState query={form}>
          {(opened) => (
            <Wizard key={one.status} admission={one} form={opened} found={found} reload={reload} />
          )}
        </QueryState>
      )}
    </QueryState>
  );
}

interface WizardProps {
  admission: Admission;
  form: StaffForm;
  found: Found;
  reload: () => void;
}

/** Pages of the form in steps that fit a row, then what only the centre decides. */
const groups: readonly { title: string; pages: readonly FormPage[] }[] = [
  { title: 'Child', pages: ['child', 'parents', 'address', 'help'] },
  { title: 'Health', pages: ['school', 'health'] },
  { title: 'Safety', pages: ['safety'] },
  { title: 'Register', pages: ['register'] },
  { title: 'Consents', pages: ['consents'] },
  { title: 'Documents', pages: ['documents'] },
];
interface Step {
  title: string;
  pages: readonly FormPage[];
  own?: 'seat' | 'plan' | 'confirm';
}
const ownSteps: readonly Step[] = [
  { title: 'Family and seat', pages: [], own: 'seat' },
  { title: 'Fee plan', pages: [], own: 'plan' },
  { title: 'Confirm', pages: [], own: 'confirm' },
];

const stepsOf = (pages: readonly FormPage[]): Step[] => [
  ...groups
    .map((group) => ({ ...group, pages: group.pages.filter((page) => pages.includes(page)) }))
    .filter((group) => group.pages.length > 0),
  ...ownSteps,
];

function Wizard({ admission, form, found, reload }: WizardProps) {
  const filling = useStaffForm(form, reload);
  const [family, setFamily] = useState<Family>(null);
  const steps = stepsOf(form.pages);
  const [at, setAt] = useState(() => (admission.status === 'SUBMITTED' ? steps.length - 1 : 0));
  const step = steps[at];
  if (admission.status === 'CONFIRMED')
    return (
      <Suspense fallback={<TextSkeleton />}>
        <Admitted admission={admission} />
      </Suspense>
    );
  const go = async (to: number) => {
    await filling.autosave.flush();
    if (steps[to]?.own) reload();
    setAt(to);
  };
  return (
    <Stack gap="md" maw={960}>
      <Group justify="space-between">
        <StatusTag area="admission" state={admission.status} />
        <SaveMark state={filling.autosave.state} />
      </Group>
      <CorrectionList
        items={form.corrections}
        {...(filling.answerItem ? { answer: filling.answerItem } : {})}
      />
      <Steps steps={steps.map((one) => one.title)} active={at} />
      {step ? (
        <StepContent step={step} {...{ admission, form, found, filling, family, setFamily, reload }} />
      ) : null}
      <Group justify="space-between">
        <Button variant="default" disabled={at === 0} onClick={() => void go(at - 1)}>
          Back
        </Button>
        {at < steps.length - 1 ? <Button onClick={() => void go(at + 1)}>Next</Button> : null}
      </Group>
    </Stack>
  );
}

interface ContentProps extends WizardProps {
  step: Step;
  filling: StaffFilling;
  family: Family;
  setFamily: (family: Family) => void;
}

function StepContent({ step, admission, form, found, filling, family, setFamily, reload }: ContentProps) {
  if (step.own === 'seat')
    return (
      <>
        <Section title="Family">
          <FamilyStep found={found} family={family} setFamily={setFamily} />
        </Section>
        <Section title="Class and seat">
          <SeatStep admission={admission} reload={reload} />
        </Section>
      </>
    );
  if (step.own === 'plan')
    return (
      <Section title="Fee plan">
        <PlanStep admission={admission} />
      </Section>
    );
  if (step.own === 'confirm')
    return (
      <Suspense fallback={<TextSkeleton />}>
        <ConfirmStep {...{ admission, form, filling, family, reload }} />
      </Suspense>
    );
  return (
    <>
      {filling.correcting ? (
        <TextInput
          label="Why do you change what was handed in?"
          value={filling.reason}
          onChange={(event) => filling.setReason(event.currentTarget.value)}
        />
      ) : null}
      {step.pages.map((page) => (
        <PageStep key={page} page={page} form={form} filling={filling} />
      ))}
    </>
  );
}

function PageStep({ page, form, filling }: { page: FormPage; form: StaffForm; filling: StaffFilling }) {
  const t = useText(words);
  return (
    <Section title={t(page as Word)}>
      {page === 'documents' ? (
        <DocumentList
          slots={form.slots}
          addressOf={filling.addressOf}
          {...(form.can['fill'] || form.can['correct'] ? { add: filling.addDocument } : {})}
        />
      ) : (
        <Stack gap="md">
          <QuestionFields
            page={page}
            answers={filling.answers}
            set={filling.set}
            errorOf={filling.errorOf}
            noteOf={filling.noteOf}
            consentTexts={form.consentTexts}
            disabled={filling.disabled}
          />
        </Stack>
      )}
    </Section>
  );
}
