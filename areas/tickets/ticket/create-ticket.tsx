import { newId } from '@aangan/web/api/new-id.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Anchor, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Department, Priority } from '../ticket-words.ts';
import { ticketContract as contract, type TicketEntity } from './ticket.contract.ts';
import { ticketLink } from './ticket-list.tsx';
import { dueText } from './ticket-look.tsx';

const LIST = '/ticketing-bees/bees-ticket-list/open';
const HERE = '/ticketing-bees/create-bees-ticket';

/** /ticketing-bees/create-bees-ticket */
export function CreateTicket() {
  const { franchisee } = useSession();
  return (
    <PageFrame title="New ticket" context="centre" crumbs={[{ label: 'Tickets', to: LIST }]}>
      {franchisee === null ? (
        <EmptyState title="Choose a centre first" help="A ticket is raised for one centre." />
      ) : (
        <TicketForm key={franchisee.id} />
      )}
    </PageFrame>
  );
}

const NONE: TicketEntity = { kind: 'FRANCHISEE', id: '' };
const KINDS: readonly string[] = ['ENQUIRY', 'SOP_SECTION', 'FRANCHISEE'];

/** `KIND:id` of the address. */
function entityIn(about: string | null): TicketEntity | null {
  const [kind = '', id = ''] = about?.split(':') ?? [];
  return KINDS.includes(kind) && id ? { kind: kind as TicketEntity['kind'], id } : null;
}

function TicketForm() {
  const navigate = useNavigate();
  const [followsId] = useParam('follows');
  const [about] = useParam('entity');
  const entity = entityIn(about);
  const subject = useQuery(contract.subject, entity ?? NONE, { enabled: entity !== null }).data;
  const more = {
    ...(followsId ? { followsId } : {}),
    // What has no name for this person is not what the ticket is about.
    ...(entity && subject ? { entity } : {}),
  };
  const [id] = useState(newId);
  const choices = useQuery(contract.choices, {});
  const form = useForm(contract.create, {
    start: { id, priority: 'MEDIUM' },
    draft: 'ticket:new',
    toInput: (values) => ({ ...values, id, ...more }),
    waits: {
      title: 'New ticket',
      link: HERE,
      onKept: () => {
        notice.ok('No network: the ticket waits on this device and is sent once there is one.');
        void navigate(LIST);
      },
    },
    onDone: ({ ticketNo, id: made }) => {
      notice.ok(`Ticket ${ticketNo} created.`);
      void navigate(ticketLink(made));
    },
  });
  const { department, categoryId } = form.values;
  const ofDepartment = (choices.data?.categories ?? []).filter((one) => one.department === department);
  const category = ofDepartment.find((one) => one.id === categoryId);
  const search = (q: string) =>
    Promise.resolve(ofDepartment.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));
  return (
    <Form form={form}>
      <Section title="What is it about?">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Field name="department" onPicked={() => form.set('categoryId', null)} />
          <Field
            key={String(department)}
            name="categoryId"
            search={search}
            chosenLabel={category?.label ?? null}
            disabled={!department}
          />
        </SimpleGrid>
        <Stack gap="md" mt="md">
          <Field name="priority" />
          <Promised values={form.values} />
        </Stack>
      </Section>
      <Section title="What happened?">
        <Stack gap="md">
          {followsId && (
            <Text className="quiet">It follows a ticket that was closed more than 7 days ago.</Text>
          )}
          {subject && <Text className="quiet">About: {subject.label}</Text>}
          <Field name="subject" />
          {category?.questions && (
            <>
              <List size="sm">
                {category.questions.split('\n').map((question) => (
                  <List.Item key={question}>{question}</List.Item>
                ))}
              </List>
              <Field name="answers" />
            </>
          )}
          <Field name="description" />
          <Field name="fileIds" />
        </Stack>
      </Section>
      <SaveBar label="Send ticket" will="Goes to the desk of head office at once" />
    </Form>
  );
}

/** When it would be answered and solved, and open tickets like it. */
function Promised({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { department, categoryId, priority, subject } = values;
  const ready = typeof department === 'string' && typeof priority === 'string';
  const words =
    typeof subject === 'string' && subject.length >= 5 && subject.length <= 150 ? subject : undefined;
  const query = useQuery(
    contract.preview,
    {
      department: (department ?? 'CUSTOMER CARE') as Department,
      priority: (priority ?? 'MEDIUM') as Priority,
      ...(typeof categoryId === 'string' ? { categoryId } : {}),
      ...(words ? { subject: words } : {}),
    },
    { enabled: ready, keepPrevious: true },
  );
  if (!ready || !query.data) return null;
  const { responseDueAt, resolutionDueAt, similar } = query.data;
  return (
    <Stack gap="sm">
      <Text aria-live="polite">
        {`First answer by ${dueText(responseDueAt)}, solved by ${dueText(resolutionDueAt)}.`}
        {query.data.priority !== priority &&
          ` This category is at least ${query.data.priority.toLowerCase()}.`}
      </Text>
      {similar.length > 0 && (
        <Alert title="Is it one of these?">
          <List>
            {similar.map((one) => (
              <List.Item key={one.id}>
                <Anchor component={Link} to={ticketLink(one.id)}>
                  {`${one.ticketNo} · ${one.subject}`}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
