import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApplicationOfEnquiry } from '../../admissions/public.web.tsx';
import { enquiryContract } from './enquiry.contract.ts';
import { isBskLevelTwo, openStatuses, type UserAction } from './enquiry.states.ts';
import { ageText, Flame, NextDate, useEnquiryChoices } from './enquiry-look.tsx';
import { type Outcome, outcomeLabels, outcomes } from './follow-up.contract.ts';
import { LogPanel } from './log-panel.tsx';
import { StagePanel } from './stage-panel.tsx';

type Enquiry = OutputOf<typeof enquiryContract.get>;
const path = [...openStatuses, 'Order'];
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const toneOf = { stage: 'info', 'follow-up': 'neutral', touch: 'warning' } as const;

/** The counsellor's screen of one child: call, log, move, see the family. */
export function WorkingScreen() {
  const { enquiryCode = '' } = useParams();
  const enquiry = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  return <QueryState query={enquiry}>{(data) => <Working enquiry={data} />}</QueryState>;
}

function Working({ enquiry }: { enquiry: Enquiry }) {
  const [asked, setAsked] = useState<UserAction | null>(null);
  const { classes = [] } = useEnquiryChoices().data ?? {};
  const edit = `/forms/enquiry/edit/${enquiry.enquiryCode}`;
  // "Not interested" is logged first, then asks why the enquiry is lost.
  const logged = (outcome: Outcome) => {
    if (outcome === 'NOT_INTERESTED') setAsked('close');
  };
  return (
    <PageFrame
      title={enquiry.childName}
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
      primary={enquiry.can['edit'] ? { label: 'Edit', to: edit } : undefined}
    >
      <Stack gap="md">
        <PersonHeader
          name={enquiry.childName}
          state={
            <Group gap="xs">
              <StatusTag area="enquiry" state={enquiry.spancoStatus} />
              <Flame temperature={enquiry.temperature} />
            </Group>
          }
          facts={[
            { label: 'Code', value: enquiry.enquiryCode },
            { label: 'Class', value: enquiry.className ?? '–' },
            { label: 'Age', value: ageText(enquiry.childDob, enquiry.dobApprox) ?? '–' },
            { label: 'Stage', value: enquiry.stage },
            { label: 'Owner', value: enquiry.ownerName ?? 'Nobody' },
            { label: 'Next', value: <NextDate row={enquiry} /> },
          ]}
        />
        {enquiry.spancoStatus !== 'Lost' && (
          <Steps steps={path} active={path.indexOf(enquiry.spancoStatus)} />
        )}
        {enquiry.doNotCall && (
          <Alert color="warning" variant="light">
            This family asked not to be called.
          </Alert>
        )}
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
        <TwoColumns
          main={
            <Stack gap="md">
              <Section
                title="Contact"
                help={
                  <Group gap="md">
                    <PhoneText phone={enquiry.mobile} />
                    {enquiry.email ? <EmailText email={enquiry.email} /> : null}
                  </Group>
                }
              >
                <LogPanel enquiry={enquiry} onLogged={logged} />
              </Section>
              <Section title="Next step">
                <StagePanel enquiry={enquiry} asked={asked} onAsked={setAsked} />
              </Section>
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
              <Section title="Timeline">
                <TimelineList
                  items={enquiry.timeline.map((line) => ({
                    at: line.at,
                    who: line.by,
                    what: wordsOf(line),
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
    </PageFrame>
  );
}

function wordsOf({ kind, what }: Enquiry['timeline'][number]): string {
  if (kind === 'touch') return `Asked: ${what}`;
  if (kind === 'stage') return what;
  const [channel = '', code = ''] = what.split(' · ');
  const outcome = outcomes.find((one) => one === code);
  return `${channel.charAt(0)}${channel.slice(1).toLowerCase()}: ${outcome ? outcomeLabels[outcome].label : code}`;
}

function Rail({ enquiry }: { enquiry: Enquiry }) {
  return (
    <Stack gap="md">
      <Section title="Family">
        <Stack gap="sm">
          <Facts
            min={140}
            items={[
              { label: 'Parent', value: enquiry.guardianName },
              { label: 'Language', value: languageNames.of(enquiry.language) ?? enquiry.language },
              { label: 'Best time', value: enquiry.preferredTime?.toLowerCase() ?? '–' },
              { label: 'Pincode', value: enquiry.pincode ?? '–' },
            ]}
          />
          {enquiry.contacts
            .filter((one) => one.value !== enquiry.mobile && one.value !== enquiry.email)
            .map((one) => (
              <Text key={one.value} fz="sm">
                {one.value}
                {one.bad ? ' · wrong number' : ''}
              </Text>
            ))}
          {enquiry.family.map((one) => (
            <Group key={one.id} gap="sm">
              <Anchor component={Link} to={`/forms/edit/${one.enquiryCode}`}>
                {one.childName}
              </Anchor>
              <Text fz="sm" className="quiet">
                {one.className ?? ''}
              </Text>
              <StatusTag area="enquiry" state={one.spancoStatus} />
            </Group>
          ))}
        </Stack>
      </Section>
      <Section title="Facts">
        <Facts
          min={140}
          items={[
            { label: 'Source', value: [enquiry.sourceName, enquiry.campaign].filter(Boolean).join(' · ') },
            { label: 'Captured', value: <InstantText at={enquiry.capturedAt} /> },
            { label: 'First answer due', value: <InstantText at={enquiry.slaDueAt} /> },
            { label: 'First attempt', value: <InstantText at={enquiry.firstAttemptAt} /> },
            { label: 'Last contact', value: <InstantText at={enquiry.lastContactAt} /> },
            { label: 'Appointment', value: <InstantText at={enquiry.appointmentAt} /> },
            { label: 'Counselled', value: <InstantText at={enquiry.counselledAt} /> },
            ...(enquiry.lostReason
              ? [
                  {
                    label: 'Lost because',
                    value: [enquiry.lostReason, enquiry.competitor, enquiry.lostNote]
                      .filter(Boolean)
                      .join(' · '),
                  },
                  { label: 'Try again on', value: <DateText day={enquiry.reviveOn} /> },
                ]
              : []),
          ]}
        />
      </Section>
    </Stack>
  );
}
