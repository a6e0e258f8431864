import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { MultiSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery as useCached } from '@tanstack/react-query';
import { useState } from 'react';
import { audienceContract } from './audience.contract.ts';
import { type Audience, MOST_CHILDREN, peopleLabels } from './audience.ts';

const list = <T,>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []); // set by the fields below alone

/** The audience as the fields of the form around it hold it. Keys of choices are texts. */
export const audienceIn = (values: Readonly<Record<string, unknown>>): Audience => ({
  people: (values['people'] ?? 'PARENT') as Audience['people'], // one of the choice's options
  centreIds: list<string | number>(values['centreIds']).map(Number),
  classIds: list<string | number>(values['classIds']).map(Number),
  sectionIds: list<string>(values['sectionIds']),
  studentIds: list<string>(values['studentIds']),
});

export const audienceStart = (of: Audience) => ({
  people: of.people,
  centreIds: of.centreIds.map(String),
  classIds: of.classIds.map(String),
  sectionIds: of.sectionIds,
  studentIds: of.studentIds,
});

export const everybody: Audience = {
  people: 'PARENT',
  centreIds: [],
  classIds: [],
  sectionIds: [],
  studentIds: [],
};

/** Whom it is for, and how many that reaches. */
export function AudienceFields({ channels = [] }: { channels?: readonly ('SMS' | 'EMAIL')[] }) {
  const form = useFormModel();
  const query = useQuery(audienceContract.form, {});
  const families = form.values['people'] !== 'STAFF';
  return (
    <QueryState query={query}>
      {({ network, centres, classes, sections }) => (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field
              kind="choice"
              name="people"
              label="People"
              options={Object.entries(peopleLabels).map(([value, label]) => ({ value, label }))}
            />
            {network && (
              <Field
                kind="choices"
                name="centreIds"
                label="Centres"
                help="Leave empty for every active centre"
                optional
                options={centres.map(({ id, label }) => ({ value: String(id), label }))}
              />
            )}
            {families && (
              <Field
                kind="choices"
                name="classIds"
                label="Classes"
                help="Leave empty for every class"
                optional
                options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
            {families && !network && (
              <Field
                kind="choices"
                name="sectionIds"
                label="Sections"
                optional
                options={sections.map(({ id, label }) => ({ value: id, label }))}
              />
            )}
            {families && !network && <Children />}
          </SimpleGrid>
          <ReachLine channels={channels} />
        </Stack>
      )}
    </QueryState>
  );
}

/** Single children by name, beside classes and sections. */
function Children() {
  const form = useFormModel();
  const chosen = list<string>(form.values['studentIds']);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const found = useQuery(audienceContract.children, { q }, { keepPrevious: true });
  const named = useCached({
    queryKey: ['audience.children', chosen],
    queryFn: () => call(audienceContract.children, { ids: chosen }),
    enabled: chosen.length > 0,
  });
  const rows = [...(named.data?.rows ?? []), ...(found.data?.rows ?? [])];
  const known = new Map(rows.map(({ id, name, detail }) => [id, `${name} · ${detail}`]));
  return (
    <MultiSelect
      label={
        <>
          Children{' '}
          <Text span c="dimmed" fw={400}>
            (optional)
          </Text>
        </>
      }
      placeholder={chosen.length === 0 ? 'Type a name' : ''}
      description="In addition to the classes and sections"
      data={[...new Set([...chosen, ...known.keys()])].map((id) => ({
        value: id,
        label: known.get(id) ?? '…',
      }))}
      value={chosen}
      onChange={(ids) => form.set('studentIds', ids)}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxValues={MOST_CHILDREN}
      searchable
      clearable
      error={form.errors['studentIds']}
    />
  );
}

interface Reach {
  people: number;
  inApp: number;
  withMobile: number;
  withEmail: number;
  unreached: number;
}

/** Who of those meant really gets it, and what would reach the others. */
function reachText(reach: Reach, channels: readonly ('SMS' | 'EMAIL')[]): string {
  const { people, inApp, withMobile, withEmail, unreached } = reach;
  const ways = [
    `${inApp} ${inApp === 1 ? 'reads' : 'read'} it in the app`,
    ...(channels.includes('SMS') ? [`${withMobile} also by SMS`] : []),
    ...(channels.includes('EMAIL') ? [`${withEmail} also by e-mail`] : []),
  ];
  const left = people - inApp;
  const advice =
    channels.length === 0 && left > unreached
      ? ` ${left} ${left === 1 ? 'has' : 'have'} no sign-in: add SMS or e-mail to reach them too.`
      : unreached > 0
        ? ` ${unreached} ${unreached === 1 ? 'has' : 'have'} neither a sign-in nor a number.`
        : '';
  return `For ${people === 1 ? '1 person' : `${people} people`}: ${ways.join(', ')}.${advice}`;
}

function ReachLine({ channels }: { channels: readonly ('SMS' | 'EMAIL')[] }) {
  const form = useFormModel();
  const [asked] = useDebouncedValue(JSON.stringify(audienceIn(form.values)), 300);
  const { data, isPending } = useQuery(audienceContract.preview, JSON.parse(asked) as Audience, {
    keepPrevious: true,
  });
  return (
    <Text fw={600} aria-live="polite">
      {data ? reachText(data, channels) : isPending ? 'Counting…' : 'Nobody matches this choice.'}
    </Text>
  );
}
