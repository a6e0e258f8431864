import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { directions } from '../catalogue/service-words.ts';
import '../services-look.tsx';
import { EnquiryStep, type Step } from './enquiry-steps.tsx';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { lostReasons } from './service-enquiry.states.ts';

export const assignLink = (id: string): string => `/services/enquiries/assign/${id}`;
export const editLink = (code: string): string => `/services/enquiries/edit/${code}`;
type View = OutputOf<typeof contract.get>;

/** Opens over both lists for `?service-enquiry=<id>`. */
export function EnquiryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={query.data ? `${query.data.row.childName} · ${query.data.row.service}` : 'Service enquiry'}
    >
      <QueryState query={query}>
        {(view) => (
          <Stack gap="md">
            <EnquiryView view={view} />
            {view.row.can['change'] && (
              <Anchor component={Link} to={editLink(view.row.code)}>
                Open as a page
              </Anchor>
            )}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

/** What may be done, the facts, and what happened. */
export function EnquiryView({ view: { row, contact, dob, timeline } }: { view: View }) {
  const [step, setStep] = useState<Step | null>(null);
  const address = [contact.address, contact.pincode].filter(Boolean).join(', ');
  const may = (name: keyof typeof row.can) => row.can[name];
  const steps: [Step, string, boolean][] = [
    ['log', 'Log contact', may('log')],
    ['note', 'Add note', may('change')],
    ['contact', 'Change contact', may('change')],
    ['wish', 'Change wish', may('changeWish')],
    ['revive', 'Take up again', may('revive')],
    ['lose', 'Close as lost', may('lose')],
  ];
  return (
    <Stack gap="md">
      <Group gap="sm">
        {may('assign') && (
          <Button component={Link} to={assignLink(row.id)}>
            Assign
          </Button>
        )}
        {may('plan') && (
          <Button variant="default" component={Link} to={`/services/plan-details/${row.id}/${row.planId}`}>
            Plan and quote
          </Button>
        )}
        {may('services') && (
          <Button
            variant="default"
            component={Link}
            to={`/services/assigned-services/${row.franchiseeId}/${row.academicYearId}/${row.id}`}
          >
            All services of the child
          </Button>
        )}
        {may('plan') && row.paid + row.open > 0 && (
          <Button
            variant="default"
            component={Link}
            to={`/services/service-payments/${row.id}/${row.planId}`}
          >
            Payments
          </Button>
        )}
        {steps
          .filter(([, , shown]) => shown)
          .map(([name, label]) => (
            <Button
              key={name}
              variant={name === 'log' ? 'filled' : 'default'}
              {...(name === 'lose' ? { color: 'danger' } : {})}
              onClick={() => setStep(name)}
            >
              {label}
            </Button>
          ))}
      </Group>
      <Section>
        <Facts
          items={[
            { label: 'Code', value: row.code },
            { label: 'Status', value: <StatusTag area="service-enquiry" state={row.status} /> },
            { label: 'SPANCO', value: row.status === 'NEW' ? `${row.spanco} / To call` : row.spanco },
            ...(row.lostReason ? [{ label: 'Lost because', value: lostReasons[row.lostReason] }] : []),
            { label: 'Child', value: row.childName },
            { label: 'Class', value: row.className ?? '–' },
            { label: 'Date of birth', value: <DateText day={dob} /> },
            { label: 'Service', value: row.service },
            { label: 'Wanted from', value: <DateText day={row.wantedFrom} /> },
            { label: 'Until', value: <DateText day={row.wantedTo} />, hidden: row.wantedTo === null },
            ...(row.serviceType === 'TRANSPORT'
              ? [
                  { label: 'Direction', value: row.direction ? directions[row.direction] : '–' },
                  { label: 'Stop', value: row.stopText ?? '–' },
                ]
              : []),
            ...(row.planName
              ? [
                  { label: 'Plan', value: row.planName },
                  { label: 'Starts', value: <DateText day={row.startsOn} /> },
                  { label: 'Seat held until', value: <DateText day={row.holdUntil} /> },
                ]
              : []),
            {
              label: 'Next follow-up',
              value: <NextFollowUp day={row.nextFollowUpOn} overdue={row.due === 'OVERDUE'} />,
            },
            { label: 'Owner', value: row.ownerName ?? '–' },
            { label: 'Source', value: row.sourceName, hidden: row.sourceName === null },
            { label: 'Guardian', value: contact.guardianName },
            { label: 'Mobile', value: <PhoneText phone={contact.mobile} /> },
            { label: 'E-mail', value: <EmailText email={contact.email} />, hidden: !contact.email },
            { label: 'Address', value: address, hidden: address === '' },
          ]}
        />
      </Section>
      <Section title="What happened">
        <TimelineList
          items={timeline.map(({ at, who, kind, what, note }) => ({
            at,
            who,
            what: kind === 'STATE' ? `Now: ${what}` : what,
            note,
          }))}
          empty="Nobody has called yet."
        />
      </Section>
      {step && <EnquiryStep row={row} step={step} onClose={() => setStep(null)} />}
    </Stack>
  );
}

/** Red once it lies behind. */
export const NextFollowUp = ({ day, overdue }: { day: string | null; overdue: boolean }) => (
  <span style={overdue ? { color: 'var(--a-danger-text)' } : undefined}>
    <DateText day={day} />
    {overdue && ' overdue'}
  </span>
);
