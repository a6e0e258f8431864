import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { audienceContract } from '../audience/audience.contract.ts';
import { peopleLabels } from '../audience/audience.ts';
import { type Campaign, type Checked, campaignContract } from './campaign.contract.ts';
import { MOST_WITHOUT_APPROVAL, outReasons } from './campaign.states.ts';

type Page = 'SEND_SMS' | 'SEND_EMAIL';
type Facts = OutputOf<typeof campaignContract.form>;
type Choices = OutputOf<typeof audienceContract.form>;
type Words = InputOf<typeof campaignContract.check>;

/** Who, what, values, check, send: for SMS and for e-mail, at one centre or from head office to several. */
export function Compose({ page, listPath }: { page: Page; listPath: string }) {
  const { franchisee } = useSession();
  const choices = useQuery(audienceContract.form, {});
  return (
    <QueryState query={choices}>
      {(of) =>
        franchisee === null && of.centres.length === 0 ? (
          <EmptyState
            title="Choose a centre"
            help="A campaign is for the people of one centre. Choose it in the top bar."
          />
        ) : (
          <ComposeAt page={page} choices={of} listPath={listPath} />
        )
      }
    </QueryState>
  );
}

function ComposeAt({ page, choices, listPath }: { page: Page; choices: Choices; listPath: string }) {
  const [draft] = useParam('campaign-draft');
  const facts = useQuery(campaignContract.form, { page });
  const kept = useQuery(campaignContract.get, { id: draft ?? '' }, { enabled: draft !== null, fresh: 0 });
  return (
    <QueryState query={facts}>
      {(given) =>
        given.templates.length === 0 ? (
          <EmptyState
            title="No active template"
            help="Write a template and let another person activate it."
            action={{ label: 'Templates', to: '/communications/templates' }}
          />
        ) : draft === null ? (
          <ComposeForm page={page} facts={given} choices={choices} listPath={listPath} />
        ) : (
          <QueryState query={kept}>
            {(row) => (
              <ComposeForm
                key={row.version}
                page={page}
                facts={given}
                choices={choices}
                draft={row}
                listPath={listPath}
              />
            )}
          </QueryState>
        )
      }
    </QueryState>
  );
}

const list = <T,>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []); // set by this form alone

const wordsIn = (values: Readonly<Record<string, unknown>>, page: Page): Words => ({
  page,
  templateId: String(values['templateId'] ?? ''),
  audience: {
    people: (values['people'] ?? 'PARENT') as 'PARENT', // one of the options
    centreIds: list<string>(values['centreIds']).map(Number),
    classIds: list<string>(values['classIds']).map(Number),
    sectionIds: list<string>(values['sectionIds']),
    stages: list<string>(values['stages']),
  },
  values: Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('value_') && value !== null && value !== '' ? [[name.slice(6), String(value)]] : [],
    ),
  ),
  mergeChildren: values['mergeChildren'] !== false,
  replyTo: (values['replyTo'] as string) || null,
  scheduledAt: values['when'] === 'LATER' ? ((values['scheduledAt'] as string) ?? '') : null,
});

function ComposeForm({
  page,
  facts,
  choices,
  draft,
  listPath,
}: {
  page: Page;
  facts: Facts;
  choices: Choices;
  draft?: Campaign;
  listPath: string;
}) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<string | null>(null);
  const check = useQuery(campaignContract.check, JSON.parse(asked ?? '{}') as Words, {
    enabled: asked !== null,
    fresh: 0,
  });
  const checked = asked === null ? undefined : check.data;
  const toMe = useCommand(campaignContract.test, {
    onDone: () => notice.ok('A test is on its way to you.'),
    onError: (error) => notice.error(error),
  });
  const form = useForm(campaignContract.save, {
    start: {
      title: draft?.title ?? '',
      templateId: draft?.templateId ?? facts.templates[0]?.id,
      people: draft?.audience.people ?? 'PARENT',
      centreIds: draft?.audience.centreIds.map(String) ?? [],
      classIds: draft?.audience.classIds.map(String) ?? [],
      sectionIds: draft?.audience.sectionIds ?? [],
      stages: draft?.audience.stages ?? [],
      mergeChildren: draft?.mergeChildren ?? true,
      replyTo: draft?.replyTo ?? '',
      when: draft?.scheduledAt ? 'LATER' : 'NOW',
      scheduledAt: draft?.scheduledAt ?? null,
      ...Object.fromEntries(
        Object.entries(draft?.values ?? {}).map(([name, value]) => [`value_${name}`, value]),
      ),
    },
    refresh: ['campaign', 'message'],
    toInput: (values) => ({
      ...wordsIn(values, page),
      id: draft?.id ?? null,
      version: draft?.version ?? null,
      title: values['title'],
      send: ready(values),
      reached: ready(values) ? (checked?.reached ?? null) : null,
    }),
    onDone: ({ id, status }) => {
      notice.ok(
        status === 'DRAFT'
          ? 'Draft saved'
          : status === 'WAITING_APPROVAL'
            ? 'It waits for approval by someone else.'
            : 'On its way',
      );
      void navigate(`${listPath}${listPath.includes('?') ? '&' : '?'}campaign=${id}`);
    },
  });
  // What was checked is what is sent: a change asks for a new check.
  const ready = (values: Readonly<Record<string, unknown>>) =>
    checked !== undefined && asked === JSON.stringify(wordsIn(values, page));
  const isReady = ready(form.values);
  const chosen = facts.templates.find(({ id }) => id === form.values['templateId']);
  return (
    <Form form={form}>
      <Field kind="text" name="title" label="Title" help="Only you and your colleagues see it" max={80} />
      <WhoSection choices={choices} stages={facts.stages} />
      <Section title="What">
        <Stack gap="md">
          <Field
            kind="choice"
            name="templateId"
            label="Template"
            options={facts.templates.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {chosen?.text.includes('{child}') && (
            <Field
              kind="boolean"
              name="mergeChildren"
              label="Siblings in one message"
              help="Without it a parent of two children gets two"
            />
          )}
          {chosen && (
            <Text style={{ whiteSpace: 'pre-wrap' }} c="dimmed">
              {chosen.subject ? `${chosen.subject}\n\n` : ''}
              {chosen.text}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {chosen?.free.map(({ name, kind, sample }) => (
              <Field
                key={name}
                kind={kind === 'DATE' ? 'date' : kind === 'MONEY' ? 'money' : 'text'}
                name={`value_${name}`}
                label={`${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`)}`}
                help={`Like: ${sample}`}
                max={kind === 'DATE' || kind === 'MONEY' ? undefined : 300}
              />
            ))}
            {page === 'SEND_EMAIL' && <Field kind="email" name="replyTo" label="Answers go to" optional />}
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="When">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field
            kind="choice"
            name="when"
            label="Sending"
            options={[
              { value: 'NOW', label: 'Now' },
              { value: 'LATER', label: 'Later' },
            ]}
          />
          {form.values['when'] === 'LATER' && <Field kind="dateTime" name="scheduledAt" label="Send at" />}
        </SimpleGrid>
      </Section>
      <Section
        title="Check"
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              loading={toMe.running}
              onClick={() => {
                const { templateId, values } = wordsIn(form.values, page);
                toMe.run({ page, templateId, values });
              }}
            >
              Send a test to me
            </Button>
            <Button
              variant="default"
              loading={asked !== null && check.isFetching}
              onClick={() => {
                setAsked(JSON.stringify(wordsIn(form.values, page)));
                if (asked !== null) void check.refetch();
              }}
            >
              Check who gets it
            </Button>
          </Group>
        }
      >
        {asked === null ? (
          <Text c="dimmed">See who gets it, who does not and why, before it is sent.</Text>
        ) : (
          <QueryState query={check}>
            {(found) => <CheckView found={found} page={page} current={isReady} />}
          </QueryState>
        )}
      </Section>
      <SaveBar
        label={isReady ? (checked?.needsApproval ? 'Ask for approval' : 'Send') : 'Save draft'}
        will={
          isReady
            ? `Goes to ${checked?.reached ?? 0} of ${checked?.matched === 1 ? '1 person' : `${checked?.matched ?? 0} people`}`
            : 'Check who gets it; then it can be sent'
        }
      />
    </Form>
  );
}

function WhoSection({ choices, stages }: { choices: Choices; stages: Facts['stages'] }) {
  const { values } = useFormModel();
  const people = values['people'];
  return (
    <Section title="Who">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field
          kind="choice"
          name="people"
          label="People"
          options={[
            ...Object.entries(peopleLabels).map(([value, label]) => ({ value, label })),
            { value: 'LEAD', label: 'Families of open enquiries' },
          ]}
        />
        {choices.network && (
          <Field
            kind="choices"
            name="centreIds"
            label="Centres"
            help="1 to 50; another person approves it"
            options={choices.centres.map(({ id, label }) => ({ value: String(id), label }))}
          />
        )}
        {people === 'LEAD' && (
          <Field
            kind="choices"
            name="stages"
            label="Stages"
            help="Leave empty for every open enquiry"
            optional
            options={stages.map(({ code, status }) => ({
              value: code,
              label: `${code.replaceAll('_', ' ')} (${status})`,
            }))}
          />
        )}
        {(people === 'PARENT' || people === 'ALL') && (
          <>
            <Field
              kind="choices"
              name="classIds"
              label="Classes"
              help="Leave empty for every class"
              optional
              options={choices.classes.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            {!choices.network && (
              <Field
                kind="choices"
                name="sectionIds"
                label="Sections"
                optional
                options={choices.sections.map(({ id, label }) => ({ value: id, label }))}
              />
            )}
          </>
        )}
      </SimpleGrid>
    </Section>
  );
}

function CheckView({ found, page, current }: { found: Checked; page: Page; current: boolean }) {
  return (
    <Stack gap="md">
      {!current && (
        <Alert color="warning" variant="light">
          Something changed since this check. Check again.
        </Alert>
      )}
      <Text fw={600}>
        {found.reached} people will get this, {found.matched - found.reached} will not.
      </Text>
      {found.needsApproval && (
        <Alert color="info" variant="light">
          {found.reached > MOST_WITHOUT_APPROVAL
            ? `Wait for approval by someone else: more than ${MOST_WITHOUT_APPROVAL} people.`
            : 'Wait for approval by someone else: offers, and campaigns of several centres.'}
        </Alert>
      )}
      <Group gap="lg">
        {page === 'SEND_SMS' && <Text size="sm">{found.units} units</Text>}
        <Text size="sm">
          Costs <Money paise={found.costPaise} />
        </Text>
        <Text size="sm">
          Goes out <InstantText at={found.goesAt} />
        </Text>
      </Group>
      {found.out.map(({ reason, n, names }) => (
        <div key={reason}>
          <Text size="sm" fw={600}>
            {n} · {outReasons[reason]}
          </Text>
          <Text size="sm" c="dimmed">
            {names.join(', ')}
            {n > names.length ? ` and ${n - names.length} more` : ''}
          </Text>
        </div>
      ))}
      {found.samples.map(({ to, subject, text }) => (
        <div key={to}>
          <Text size="sm" c="dimmed">
            {to}
          </Text>
          {subject && <Text fw={600}>{subject}</Text>}
          <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
        </div>
      ))}
    </Stack>
  );
}
