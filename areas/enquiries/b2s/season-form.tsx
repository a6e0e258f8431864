import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { latestYear } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { optionsOf, optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { stages, statusOfStage } from '../enquiry/enquiry.states.ts';
import { b2sContract } from './b2s.contract.ts';
import { cohortNames, cohorts } from './b2s-outcome.ts';
import type { CurvePoint } from './b2s-pace.ts';
import type { Season } from './b2s-shape.ts';
import { CurveEditor } from './curve-editor.tsx';

type Choices = Pick<OutputOf<typeof b2sContract.configuration>, 'years' | 'lostReasons'>;

/** Negotiation and Closing: the family has taken the application into its hands. */
const COMMITTED = stages.filter((stage) => ['Negotiation', 'Closing'].includes(statusOfStage[stage]));
const bp = [1000, 2500, 4500, 7000, 8500, 9500, 10_000];

/** A season from December to June of the year, with the curve of enquiries.md 3.9. */
function freshSeason(year: number) {
  const ends = [
    `${year - 1}-12-31`,
    `${year}-01-31`,
    `${year}-02-28`,
    `${year}-03-31`,
    `${year}-04-30`,
    `${year}-05-31`,
    `${year}-06-30`,
  ];
  return {
    title: `Back to School ${year}-${year + 1}`,
    academicYearId: String(year),
    fromOn: `${year - 1}-12-01`,
    toOn: `${year}-06-30`,
    firstSchoolDay: `${year}-06-15`,
    ageOn: `${year}-06-01`,
    cohorts: [...cohortNames],
    committedFrom: COMMITTED,
    curve: ends.map((on, i) => ({ on, bp: bp[i] ?? 10_000 })),
    excludedReasons: [],
    offerNote: null,
  };
}

export function SeasonForm({ season, data }: { season: Season | null; data: Choices }) {
  const navigate = useNavigate();
  const {
    id: _id,
    version: _version,
    academicYear: _year,
    state: _state,
    refreshedAt: _at,
    ...entries
  } = season ?? {};
  const form = useForm(b2sContract.configure, {
    start: season
      ? { ...entries, academicYearId: String(season.academicYearId) }
      : freshSeason(latestYear(serverNow()) + 1),
    toInput: (values) => ({
      ...values,
      academicYearId: Number(values['academicYearId']),
      ...(season ? { id: season.id, version: season.version } : {}),
    }),
    disabled: season?.state === 'CLOSED',
    refresh: ['b2s'],
    onDone: ({ id }) => {
      notice.ok('Season saved.');
      if (!season) void navigate(`/forms/b2sconfiguration?season=${id}`, { replace: true });
    },
  });
  return (
    <Form form={form} wide>
      <Stack gap="lg">
        <Section title="Season">
          <Stack gap="md">
            <Field name="title" label="Title" kind="text" max={80} />
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
              <Field
                name="academicYearId"
                label="Year whose seats are filled"
                kind="choice"
                options={data.years.map(({ id, label }) => ({ value: String(id), label }))}
              />
              <Field name="fromOn" label="From" kind="date" />
              <Field name="toOn" label="Until" kind="date" />
              <Field name="firstSchoolDay" label="First school day" kind="date" />
              <Field
                name="ageOn"
                label="Age counts on"
                kind="date"
                help="Decides the class of a won-back child."
              />
            </SimpleGrid>
            <Field
              name="offerNote"
              label="Offer"
              kind="text"
              optional
              max={200}
              help="What counsellors may promise."
            />
          </Stack>
        </Section>
        <Section title="Who belongs to it" help={<Rehearsal form={form} />}>
          <Stack gap="md">
            <Field name="cohorts" label="Cohorts" kind="choices" options={optionsOf(cohorts)} />
            <Field
              name="excludedReasons"
              label="Not won back when lost because of"
              kind="choices"
              optional
              options={optionsOfRows(data.lostReasons)}
            />
            <Field
              name="committedFrom"
              label="Stages that count as committed"
              kind="choices"
              options={stages
                .filter((stage) => !['Lost', 'Order', 'Suspect'].includes(statusOfStage[stage]))
                .map((value) => ({ value, label: value }))}
            />
          </Stack>
        </Section>
        <Section
          title="Curve"
          help="Share of the targets that should be achieved by a day. Drag a point, or type."
        >
          <CurveEditor
            from={String(form.values['fromOn'] ?? '')}
            points={(form.values['curve'] ?? []) as CurvePoint[]} // started and set by this form only
            onChange={(points) => form.set('curve', points)}
            disabled={season?.state === 'CLOSED'}
          />
        </Section>
      </Stack>
      <SaveBar
        label={season?.state === 'ACTIVE' ? 'Save season' : 'Save draft'}
        will={season?.state === 'ACTIVE' ? 'Its children are gathered anew.' : undefined}
        onCancel={() => void navigate('/forms/b2sconfiguration')}
      />
    </Form>
  );
}

/** What the season would gather as it stands in the form. */
function Rehearsal({ form }: { form: FormModel }) {
  const { academicYearId, fromOn, toOn, cohorts: chosen, ageOn, excludedReasons } = form.values;
  const [input] = useDebouncedValue(
    { academicYearId, fromOn, toOn, cohorts: chosen, ageOn, excludedReasons },
    500,
  );
  const ready =
    [input.fromOn, input.toOn, input.ageOn, input.academicYearId].every(Boolean) &&
    Array.isArray(input.cohorts) &&
    input.cohorts.length > 0;
  const query = useQuery(
    b2sContract.rehearse,
    {
      academicYearId: Number(input.academicYearId),
      fromOn: String(input.fromOn),
      toOn: String(input.toOn),
      ageOn: String(input.ageOn),
      cohorts: (input.cohorts ?? []) as (typeof cohortNames)[number][], // the field offers no other
      excludedReasons: (input.excludedReasons ?? []) as string[],
    },
    { enabled: ready, keepPrevious: true, fresh: 60_000 },
  );
  if (!query.data) return <>The children are counted as soon as the season has its days.</>;
  const line = (counts: Readonly<Record<string, number>>) => {
    const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
    return `${formatCount(all)} members (${formatCount(counts['NEW'] ?? 0)} new, ${formatCount(counts['RETURNING'] ?? 0)} returning, ${formatCount(counts['WIN_BACK'] ?? 0)} win-back)`;
  };
  const { centres, total } = query.data;
  return (
    <>
      <Text span fw={500}>
        {line(total)}
      </Text>
      {centres.length > 1 && (
        <details>
          <summary>By centre</summary>
          {centres.map((centre) => (
            <div key={centre.id}>
              {centre.label}: {line(centre.counts)}
            </div>
          ))}
        </details>
      )}
    </>
  );
}
