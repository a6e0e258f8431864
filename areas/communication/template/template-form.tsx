import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { ActionIcon, Alert, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type Template, templateContract } from './template.contract.ts';
import { templates } from './template.listing.ts';
import { categories, templateTypes, userTypes } from './template.states.ts';
import { templatePaths as paths } from './template-look.tsx';
import {
  knownVariables,
  placesOf,
  sampleOf,
  type Variable,
  type VariableKind,
  variableKinds,
} from './template-text.ts';

const crumbs = [{ label: 'Templates', to: paths.list }];
const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }));

/** /communications/templates/create: a new one, or a copy. */
export function CreateTemplate() {
  const [copy] = useParam('copy');
  const query = useQuery(templateContract.get, { id: copy ?? '' }, { enabled: copy !== null });
  return (
    <PageFrame title="Create template" context="centre" crumbs={crumbs}>
      {copy === null ? (
        <TemplateForm />
      ) : (
        <QueryState query={query}>{(row) => <TemplateForm copy={row} />}</QueryState>
      )}
    </PageFrame>
  );
}

/** /communications/templates/edit/{templateId?}: without an id the template is chosen first. */
export function EditTemplate() {
  const { templateId } = useParams();
  return (
    <PageFrame title="Edit template" context="centre" crumbs={crumbs}>
      {templateId ? <Loaded id={templateId} /> : <Picker />}
    </PageFrame>
  );
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(templateContract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(row) =>
        row.can['edit'] ? (
          <TemplateForm key={row.version} row={row} />
        ) : (
          <EmptyState
            title="It cannot be changed now"
            help="It waits for another person, is retired, or is head office’s. Copy it into a new one."
            action={{ label: 'Copy it', to: `${paths.create}?copy=${id}` }}
          />
        )
      }
    </QueryState>
  );
}

function Picker() {
  const navigate = useNavigate();
  const query = useQuery(templates.endpoints.list, { limit: 200 });
  return (
    <QueryState query={query}>
      {({ rows }) => (
        <Select
          label="Template"
          placeholder="Choose the one to change"
          data={rows.filter((row) => row.can.edit).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id && void navigate(paths.edit(id))}
          searchable
          maw={420}
          nothingFoundMessage="No template of yours can be changed"
        />
      )}
    </QueryState>
  );
}

const languages = ['en', 'hi'] as const;
type Language = (typeof languages)[number];
const titles = { en: 'English', hi: 'Hindi' } as const;
const list = <T,>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []); // set by this form alone

function startOf(row: Template | undefined) {
  const of = (language: Language) => row?.variants.find((one) => one.language === language);
  return {
    name: row?.name ?? '',
    userType: row?.userType ?? 'PARENT',
    type: row?.type ?? 'SMS',
    category: row?.category ?? 'SERVICE_IMPLICIT',
    variables: row?.variables ?? [],
    ...Object.fromEntries(
      languages.flatMap((language) => {
        const one = of(language);
        return [
          [`subject_${language}`, one?.subject ?? ''],
          [`body_${language}`, one?.body ?? ''],
          [`map_${language}`, one?.map ?? []],
          [`entity_${language}`, one?.dltEntityId ?? ''],
          [`dlt_${language}`, one?.dltTemplateId ?? ''],
          [`header_${language}`, one?.header ?? ''],
        ];
      }),
    ),
  };
}

type Values = Readonly<Record<string, unknown>>;

const variantIn = (values: Values, language: Language) => {
  const sms = values['type'] === 'SMS';
  const body = String(values[`body_${language}`] ?? '');
  const map = list<string>(values[`map_${language}`]);
  return {
    language,
    subject: sms ? null : values[`subject_${language}`] || null,
    body,
    map: sms ? placesOf(body).map((_, n) => map[n] ?? '') : [],
    dltEntityId: sms ? values[`entity_${language}`] || null : null,
    dltTemplateId: sms ? values[`dlt_${language}`] || null : null,
    header: sms ? values[`header_${language}`] || null : null,
  };
};

/** Faults of `variants.0.body` belong to the fields of that language. */
const atField = (errors: Readonly<Record<string, string>>, language: Language, name: string) =>
  errors[`variants.${languages.indexOf(language)}.${name}`];

function TemplateForm({ row, copy }: { row?: Template; copy?: Template }) {
  const navigate = useNavigate();
  const form = useForm(templateContract.save, {
    start: {
      ...startOf(row ?? copy),
      ...(copy ? { name: `${copy.name} (copy)`.slice(0, 80) } : {}),
      submit: false,
    },
    refresh: ['template'],
    toInput: (values) => ({
      id: row?.id ?? null,
      version: row?.version ?? null,
      name: values['name'],
      userType: values['userType'],
      type: values['type'],
      category: values['category'],
      variables: values['variables'],
      variants: languages
        .filter((language) => language === 'en' || values[`body_${language}`])
        .map((language) => variantIn(values, language)),
      submit: values['submit'] === true,
    }),
    onDone: ({ id, versionNo, status }) => {
      notice.ok(status === 'SUBMITTED' ? 'Another person activates it.' : `Version ${versionNo} saved`);
      void navigate(`${paths.list}?template=${id}`);
    },
  });
  const type = form.values['type'] as 'SMS' | 'EMAIL'; // one of templateTypes
  return (
    <Form form={form}>
      {row?.liveVersion != null && (
        <Alert color="info" variant="light">
          Version {row.liveVersion} is sent until another person activates the new one.
        </Alert>
      )}
      <Section title="What it is">
        <Stack gap="md">
          <Field kind="text" name="name" label="Name" max={80} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field
              kind="choice"
              name="type"
              label="Type"
              options={options(templateTypes)}
              disabled={row !== undefined}
            />
            <Field kind="choice" name="userType" label="User type" options={options(userTypes)} />
            <Field kind="choice" name="category" label="Category" options={options(categories)} />
            <TextInput label="Page" value={type === 'SMS' ? 'SEND_SMS' : 'SEND_EMAIL'} readOnly />
          </SimpleGrid>
        </Stack>
      </Section>
      <Variables />
      {languages.map((language) => (
        <VariantFields key={language} language={language} type={type} />
      ))}
      <Field
        kind="boolean"
        name="submit"
        label="Submit it, so that another person can activate it"
        optional
      />
      <SaveBar
        label={form.values['submit'] === true ? 'Save and submit' : 'Save draft'}
        will={
          form.values['submit'] === true
            ? 'It is sent only after another person activates it'
            : 'Only saved; nobody is asked to activate it yet'
        }
      />
    </Form>
  );
}

/** The variables of this template; name, child, centre and brand are filled by themselves. */
function Variables() {
  const form = useFormModel();
  const variables = list<Variable>(form.values['variables']);
  const set = (n: number, more: Partial<Variable>) =>
    form.set(
      'variables',
      variables.map((one, at) => (at === n ? { ...one, ...more } : one)),
    );
  const faultOf = (n: number) =>
    Object.entries(form.errors).find(([key]) => key.startsWith(`variables.${n}`))?.[1];
  return (
    <Section
      title="Variables"
      help={`Filled for each person: ${Object.keys(knownVariables).join(', ')}. Add what is typed in when it is sent.`}
    >
      <Stack gap="sm">
        {variables.map((one, n) => (
          <Group key={n} gap="sm" align="flex-end" wrap="nowrap">
            <TextInput
              label="Name"
              value={one.name}
              onChange={(event) => set(n, { name: event.currentTarget.value })}
              error={faultOf(n)}
              style={{ flex: 1 }}
            />
            <Select
              label="Kind"
              data={options(variableKinds)}
              value={one.kind}
              onChange={(kind) => kind && set(n, { kind: kind as VariableKind })}
              allowDeselect={false}
              w={150}
            />
            <TextInput
              label="Example"
              value={one.sample}
              onChange={(event) => set(n, { sample: event.currentTarget.value })}
              style={{ flex: 1 }}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove ${one.name || 'variable'}`}
              onClick={() =>
                form.set(
                  'variables',
                  variables.filter((_, at) => at !== n),
                )
              }
            >
              <IconTrash {...icon} />
            </ActionIcon>
          </Group>
        ))}
        {form.errors['variables'] && <Text c="var(--a-danger-text)">{form.errors['variables']}</Text>}
        <Group>
          <Button
            variant="default"
            onClick={() => form.set('variables', [...variables, { name: '', kind: 'TEXT', sample: '' }])}
          >
            Add variable
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

function VariantFields({ language, type }: { language: Language; type: 'SMS' | 'EMAIL' }) {
  const form = useFormModel();
  const optional = language !== 'en';
  const variables = list<Variable>(form.values['variables']);
  const names = [...Object.keys(knownVariables), ...variables.map(({ name }) => name).filter(Boolean)];
  const body = String(form.values[`body_${language}`] ?? '');
  const map = list<string>(form.values[`map_${language}`]);
  const places = placesOf(body);
  const sample = sampleOf({ type, body, map }, variables);
  const fault = (name: string) => atField(form.errors, language, name);
  return (
    <Section title={titles[language]}>
      <Stack gap="md">
        {type === 'EMAIL' && (
          <Labelled fault={fault('subject')}>
            <Field kind="text" name={`subject_${language}`} label="Subject" max={150} optional={optional} />
          </Labelled>
        )}
        <Labelled fault={fault('body')}>
          <Field
            kind="longText"
            name={`body_${language}`}
            label={type === 'SMS' ? 'Registered text' : 'Text'}
            help={
              type === 'SMS'
                ? 'Paste it as registered, with its {#var#} places'
                : `Variables stand in braces: ${names.map((name) => `{${name}}`).join(' ')}`
            }
            max={2000}
            optional={optional}
          />
        </Labelled>
        {type === 'SMS' && places.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {places.map((place, n) => (
              <Select
                key={n}
                label={`Place ${n + 1}: ${place}`}
                placeholder="Choose a variable"
                data={names}
                value={map[n] || null}
                onChange={(name) =>
                  form.set(
                    `map_${language}`,
                    places.map((_, at) => (at === n ? (name ?? '') : (map[at] ?? ''))),
                  )
                }
              />
            ))}
          </SimpleGrid>
        )}
        {fault('map') && <Text c="var(--a-danger-text)">{fault('map')}</Text>}
        {type === 'SMS' && (
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {(
              [
                ['entity', 'dltEntityId', 'Entity id', 19],
                ['dlt', 'dltTemplateId', 'Template id', 19],
                ['header', 'header', 'Header', 6],
              ] as const
            ).map(([name, key, label, max]) => (
              <Labelled key={name} fault={fault(key)}>
                <Field kind="text" name={`${name}_${language}`} label={label} max={max} optional />
              </Labelled>
            ))}
          </SimpleGrid>
        )}
        {body && (
          <div>
            <Text size="sm" c="dimmed">
              As it reads with the examples
              {type === 'SMS'
                ? ` (${sample.length} characters, ${sample.units} ${sample.units === 1 ? 'unit' : 'units'})`
                : ''}
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap' }} {...(language === 'hi' ? { lang: 'hi' } : {})}>
              {sample.text}
            </Text>
          </div>
        )}
      </Stack>
    </Section>
  );
}

/** A field with the fault of the variant's member it stands for. */
function Labelled({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      {fault && (
        <Text size="sm" c="var(--a-danger-text)">
          {fault}
        </Text>
      )}
    </div>
  );
}
