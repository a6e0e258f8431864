import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { completedMonths, formatAge, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Drawer, Group, Stack, Table, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { categories } from '../designation.record.ts';
import { DocumentTable } from '../document/document-table.tsx';
import { staffDocumentContract } from '../document/staff-document.contract.ts';
import { employments, genders } from '../staff-words.ts';
import '../staff-look.tsx';
import { staffContract } from './staff.contract.ts';
import { type StaffStep, StepDialog, stepsOf } from './staff-steps.tsx';

type Staff = OutputOf<typeof staffContract.get>;

/** One person beside the list: profile, needed documents and history, with the steps that are possible now. */
export function StaffDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(staffContract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} size="xl" title={query.data?.employeeCode ?? 'Staff'}>
      <QueryState query={query}>{(person) => <Inside person={person} />}</QueryState>
    </Drawer>
  );
}

function Inside({ person }: { person: Staff }) {
  const [asked, setAsked] = useState<StaffStep | null>(null);
  return (
    <Stack gap="md">
      <PersonHeader
        name={person.name}
        photoUrl={person.photoUrl}
        state={<StatusTag area="staff" state={person.status} />}
        facts={[
          { label: 'Centre', value: person.centre },
          { label: 'Designation', value: person.labels.designation ?? '–' },
        ]}
      />
      <Group gap="xs">
        {person.can['update'] ? (
          <Button component={Link} to={`/staff/edit/${person.id}`} variant="default" size="compact-md">
            Edit
          </Button>
        ) : null}
        {stepsOf(person.can).map(({ step, label, danger }) => (
          <Button
            key={step}
            size="compact-md"
            variant={step === 'approve' || step === 'restore' ? 'filled' : 'default'}
            {...(danger ? { c: 'danger' } : {})}
            onClick={() => setAsked(step)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Standing person={person} />
      <Tabs defaultValue="profile" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <Profile person={person} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <Documents staffId={person.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryPanel kind="staff" id={person.id} />
        </Tabs.Panel>
      </Tabs>
      {asked ? <StepDialog step={asked} person={person} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}

function Documents({ staffId }: { staffId: string }) {
  const query = useQuery(staffDocumentContract.of, { staffId }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(documents) => (
        <Stack gap="md" align="start">
          {documents.can['upload'] ? (
            <Button
              component={Link}
              to={`/staff/documents/upload?staffId=${staffId}`}
              variant="default"
              size="compact-md"
            >
              Add documents
            </Button>
          ) : null}
          <DocumentTable documents={documents} again={async () => (await query.refetch()).data} />
        </Stack>
      )}
    </QueryState>
  );
}

/** Why the person is where they are: the reason of the last step, or the day they leave. */
function Standing({ person }: { person: Staff }) {
  if (person.statusReason)
    return (
      <Alert color="warning" variant="light">
        {person.statusReason}
      </Alert>
    );
  if (!person.leftOn) return null;
  return (
    <Alert color="info" variant="light">
      Last day <DateText day={person.leftOn} />
      {person.leavingReason ? `: ${person.leavingReason}` : null}
    </Alert>
  );
}

function Profile({ person }: { person: Staff }) {
  const { labels, sealed, values } = person;
  const text = (name: keyof Staff['values']) => (values[name] as string | null) ?? null;
  return (
    <Stack gap="md">
      <Section title="Documents needed for approval" flush>
        <Table>
          <Table.Tbody>
            {person.documents.map((one) => (
              <Table.Tr key={one.kindId}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>{one.expiresOn ? <DateText day={one.expiresOn} /> : null}</Table.Td>
                <Table.Td align="right">
                  <StatusTag area="staff-document" state={one.status ?? 'NONE'} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
      <Section title="Work">
        <Facts
          items={[
            { label: 'Category', value: categories[text('category') as keyof typeof categories] },
            { label: 'Department', value: labels.department },
            { label: 'Employment', value: employments[text('employment') as keyof typeof employments] },
            { label: 'Shift', value: labels.shift },
            { label: 'Joined', value: <DateText day={text('joinedOn')} /> },
            { label: 'Probation until', value: <DateText day={text('probationUntil')} /> },
            { label: 'Reports to', value: labels.reportsTo },
            { label: 'Approved by', value: person.approvedBy, hidden: !person.approvedBy },
            { label: 'Approved on', value: <DateText day={person.approvedOn} />, hidden: !person.approvedOn },
          ]}
        />
      </Section>
      <Section title="Contact">
        <Facts
          items={[
            { label: 'Mobile', value: <PhoneText phone={text('mobile')} /> },
            { label: 'E-mail', value: <EmailText email={text('email')} /> },
            { label: 'Address', value: [text('address'), text('pincode')].filter(Boolean).join(', ') },
            { label: 'Emergency contact', value: text('emergencyName') },
            { label: 'Emergency mobile', value: <PhoneText phone={text('emergencyMobile')} /> },
          ]}
        />
      </Section>
      <Section title="Person">
        <Facts
          items={[
            { label: 'Gender', value: genders[text('gender') as keyof typeof genders] },
            { label: 'Date of birth', value: <DateText day={text('bornOn')} /> },
            { label: 'Blood group', value: text('bloodGroup') },
            { label: 'Languages', value: (values['languages'] as string[]).join(', ') },
            { label: 'Qualification', value: text('qualification') },
            { label: 'Experience', value: experienceOf(person) },
          ]}
        />
      </Section>
      <Section title="Sensitive">
        <Facts
          items={[
            { label: 'PAN', value: sealed.pan },
            { label: 'Bank account', value: sealed.bankAccount },
            { label: 'IFSC', value: sealed.ifsc },
            { label: 'PF number', value: sealed.pf },
            { label: 'ESI number', value: sealed.esi },
            { label: 'Aadhaar, last 4 digits', value: text('aadhaarLast4') },
          ]}
        />
      </Section>
    </Stack>
  );
}

/** Years and months before and since joining, as a child's age reads. */
function experienceOf({ values, leftOn }: Staff): string | null {
  const joined = values['joinedOn'] as string;
  const here = completedMonths(joined, leftOn ?? todayIst(serverNow())) ?? 0;
  const months = ((values['experienceMonths'] as number | null) ?? 0) + here;
  return months === 0 ? null : formatAge({ years: Math.floor(months / 12), months: months % 12 });
}
