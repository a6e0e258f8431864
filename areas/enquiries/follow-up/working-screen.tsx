// The counsellor's screen of one child (enquiries.md 4, /forms/edit): ring, log, move on; what was, and tabs beside it.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { isBskLevelTwo, openStatuses, type UserAction } from '../enquiry/enquiry.states.ts';
import { ageText, Flame, NextDate, useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import { lastListAddress } from '../enquiry/last-list.web.ts';
import { stageLabel, statusLabel } from '../enquiry/stage-label.ts';
import { StagePanel } from '../enquiry/stage-panel.tsx';
import { erasedWords } from '../erase/enquiry-erase.contract.ts';
import { enquiryModules } from '../modules.ts';
import { enquirySheetContract } from '../sheet/enquiry-sheet.contract.ts';
import { AnswerDue } from './answer-due.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { lineWords } from './line-words.ts';
import { useWorkKeys } from './use-work-keys.web.ts';
import type { WorkingEnquiry } from './working-enquiry.ts';
import { workingTabs } from './working-tabs.web.ts';

const ApplicationOfEnquiry = part(() => import('../../admissions/public.web.tsx'), 'ApplicationOfEnquiry');
const AssignDialog = part(() => import('./assign-dialog.tsx'), 'AssignDialog');
const EraseDialog = part(() => import('../erase/erase-dialog.tsx'), 'EraseDialog');
const WhichChild = part(() => import('../families/which-child.tsx'), 'WhichChild');
const WorkKeysHelp = part(() => import('./work-keys-help.tsx'), 'WorkKeysHelp');

const path = [...openStatuses, 'Order'];
const toneOf = {
  stage: 'info',
  'follow-up': 'neutral',
  touch: 'warning',
  consent: 'danger',
  contact: 'success',
} as const;

export function WorkingScreen() {
  const { enquiryCode = '' } = useParams();
  const enquiry = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  return <QueryState query={enquiry}>{(data) => <Working key={data.id} enquiry={data} />}</QueryState>;
}

function Working({ enquiry }: { enquiry: WorkingEnquiry }) {
  const [asked, setAsked] = useState<UserAction | null>(null);
  const [open, setOpen] = useState<'assign' | 'erase' | 'keys' | null>(null);
  const { classes = [] } = useEnquiryChoices().data ?? {};
  const navigate = useNavigate();
  const edit = `/forms/enquiry/edit/${enquiry.enquiryCode}`;
  const print = useCommand(enquirySheetContract.print, {
    onDone: ({ fileId }) => void openFile(fileId).catch((error: unknown) => notice.error(error)),
    onError: (error) => notice.error(error),
  });
  const may = enquiry.can['edit'] === true;
  const way = useWay(enquiry.enquiryCode);
  const go = (to: string | null) => (to ? () => void navigate(to) : undefined);
  useWorkKeys({
    e: may ? go(edit) : undefined,
    a: may ? () => setOpen('assign') : undefined,
    m: may ? go(`/forms/edit/${enquiry.enquiryCode}?tab=duplicates`) : undefined,
    n: go(way.next ?? '/forms/followup'),
    j: go(way.next),
    k: go(way.before),
    '/': go('/forms/manualFollowup'),
    '?': () => setOpen('keys'),
  });
  // "Not interested" is logged first, then asks why the enquiry is lost.
  const logged = (outcome: Outcome) => {
    if (outcome === 'NOT_INTERESTED') setAsked('close');
  };
  return (
    <PageFrame
      title={enquiry.childName}
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: lastListAddress() }]}
      primary={may ? { label: 'Edit', to: edit } : undefined}
      menu={[
        { label: 'Next in the queue', to: way.next ?? '', hidden: way.next === null },
        { label: 'Before in the queue', to: way.before ?? '', hidden: way.before === null },
        { label: 'Give to somebody', run: () => setOpen('assign'), hidden: !may },
        {
          label: 'Print enquiry sheet',
          run: () => void print.run({ enquiryCode: enquiry.enquiryCode }),
          hidden: enquiry.erasedAt !== null,
        },
        { label: 'Keys', run: () => setOpen('keys') },
        { label: 'Erase…', run: () => setOpen('erase'), hidden: enquiry.can['erase'] !== true, danger: true },
      ]}
    >
      <Stack gap="md">
        <Head enquiry={enquiry} />
        <Notes enquiry={enquiry} />
        <TwoColumns
          main={
            <Stack gap="md">
              {enquiry.erasedAt === null && (
                <>
                  <Section title="Contact">
                    <ContactPanel enquiry={enquiry} onLogged={logged} />
                  </Section>
                  <Section title="Next step">
                    <StagePanel enquiry={enquiry} asked={asked} onAsked={setAsked} />
                  </Section>
                  <Suspense fallback={null}>
                    <ApplicationOfEnquiry
                      child={{
                        enquiryCode: enquiry.enquiryCode,
                        childName: enquiry.childName,
                        mobile: enquiry.mobile,
                        classId: enquiry.classId,
                        open: openStatuses.some((one) => one === enquiry.spancoStatus),
                      }}
                      classes={classes}
                    />
                  </Suspense>
                </>
              )}
              <Section title="Timeline">
                <TimelineList
                  items={enquiry.timeline.map((line) => ({
                    at: line.at,
                    who: line.by,
                    what: lineWords(line),
                    note: line.note,
                    tone: toneOf[line.kind],
                  }))}
                />
              </Section>
            </Stack>
          }
          rail={<Rail enquiry={enquiry} />}
        />
      </Stack>
      <Suspense fallback={null}>
        {open === 'erase' && <EraseDialog enquiry={enquiry} onClose={() => setOpen(null)} />}
        {open === 'assign' && <AssignDialog enquiry={enquiry} onClose={() => setOpen(null)} />}
        {open === 'keys' && <WorkKeysHelp onClose={() => setOpen(null)} />}
      </Suspense>
    </PageFrame>
  );
}

/** The families before and after this one in the caller's queue. */
function useWay(code: string): { next: string | null; before: string | null } {
  const { holds, franchisee } = useSession();
  const queue = useQuery(
    followUpWorkContract.queue,
    {},
    { enabled: franchisee !== null && holds(enquiryModules.followup, true), background: true },
  );
  const codes = (queue.data?.rows ?? []).map((row) => row.enquiryCode);
  const place = codes.indexOf(code);
  const to = (other: string | undefined) => (other && other !== code ? `/forms/edit/${other}` : null);
  return { next: to(codes[place + 1]), before: place > 0 ? to(codes[place - 1]) : null };
}

function Head({ enquiry }: { enquiry: WorkingEnquiry }) {
  const answerDue = enquiry.firstAttemptAt === null ? enquiry.slaDueAt : null;
  return (
    <>
      <PersonHeader
        name={enquiry.childName}
        state={
          <Group gap="xs">
            <StatusTag area="enquiry" state={enquiry.spancoStatus} />
            <Flame temperature={enquiry.temperature} />
            {answerDue && <AnswerDue at={answerDue} />}
          </Group>
        }
        facts={[
          { label: 'Code', value: enquiry.enquiryCode },
          { label: 'Class', value: enquiry.className ?? '–' },
          { label: 'Age', value: ageText(enquiry.childDob, enquiry.dobApprox) ?? '–' },
          { label: 'Stage', value: stageLabel(enquiry.stage) },
          { label: 'Owner', value: enquiry.ownerName ?? 'Nobody' },
          { label: 'Next', value: <NextDate row={enquiry} /> },
        ]}
      />
      {enquiry.spancoStatus !== 'Lost' && (
        <Steps steps={path.map(statusLabel)} active={path.indexOf(enquiry.spancoStatus)} />
      )}
    </>
  );
}

function Notes({ enquiry }: { enquiry: WorkingEnquiry }) {
  return (
    <>
      {enquiry.erasedAt !== null && (
        <Alert color="info" variant="light" title={`Erased on ${formatDate(todayIst(enquiry.erasedAt))}`}>
          {`${erasedWords[enquiry.erasedWhy ?? ''] ?? ''} Nothing of who the family was is kept; code, dates, stage, source and class stay for the counts.`}
        </Alert>
      )}
      <Suspense fallback={null}>
        {enquiry.whichChild && enquiry.can['edit'] === true && <WhichChild enquiry={enquiry} />}
      </Suspense>
      {isBskLevelTwo(enquiry) && enquiry.programme === 'BSK' && (
        <Alert color="info" variant="light">
          Appointment fixed: this BSK enquiry is ready for the second level.
        </Alert>
      )}
      {enquiry.possibleDuplicates.length > 0 && (
        <Alert color="warning" variant="light" title="Possibly the same child">
          {enquiry.possibleDuplicates.map((one) => (
            <Text key={one.id}>
              <Anchor component={Link} to={`/forms/edit/${one.enquiryCode}`}>
                {one.childName}
              </Anchor>{' '}
              · {one.enquiryCode} · {one.stage}
            </Text>
          ))}
        </Alert>
      )}
    </>
  );
}

function Rail({ enquiry }: { enquiry: WorkingEnquiry }) {
  const { holds } = useSession();
  return (
    <Section>
      <PageTabs
        tabs={workingTabs.map(({ value, label, shown, Panel }) => ({
          value,
          label,
          hidden: !shown(enquiry, holds),
          content: (
            <Suspense fallback={null}>
              <Panel enquiry={enquiry} />
            </Suspense>
          ),
        }))}
      />
    </Section>
  );
}
