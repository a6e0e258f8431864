import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Anchor, SimpleGrid, Stack } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { type EventView, eventContract } from './event.contract.ts';
import { answerKinds, eventColours, eventKinds, peopleLabels } from './event.states.ts';
import { EventDates, ruleOf } from './event-dates.tsx';
import { eventPaths } from './event-paths.ts';
import { repeats } from './recurrence.ts';

type FormFacts = OutputOf<typeof eventContract.form>;

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const crumbs = [{ label: 'Events', to: eventPaths.list }];

/** /eventcalendar/add-event-calendar; `?copy=` begins with another event's entries. */
export function AddEvent() {
  const [copy] = useParam('copy');
  return (
    <PageFrame title="Add an event" context="centre" crumbs={crumbs}>
      {copy ? <Loaded id={copy} copy /> : <WithFacts>{(facts) => <EventForm facts={facts} />}</WithFacts>}
    </PageFrame>
  );
}

/** /eventcalendar/edit-calendar/{calendarID} */
export function EditEvent() {
  const { calendarID = '' } = useParams();
  return (
    <PageFrame title="Edit event" context="centre" crumbs={crumbs}>
      <Loaded id={calendarID} />
    </PageFrame>
  );
}

function WithFacts({ children }: { children: (facts: FormFacts) => React.ReactNode }) {
  const query = useQuery(eventContract.form, {});
  return <QueryState query={query}>{children}</QueryState>;
}

function Loaded({ id, copy = false }: { id: string; copy?: boolean }) {
  const query = useQuery(eventContract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(event) => (
        <WithFacts>
          {(facts) => <EventForm key={event.version} facts={facts} event={event} copy={copy} />}
        </WithFacts>
      )}
    </QueryState>
  );
}

interface EventFormProps {
  facts: FormFacts;
  event?: EventView;
  /** A new event with the other's entries. */
  copy?: boolean;
}

function startOf({ facts, event, copy }: EventFormProps) {
  if (!event)
    return {
      kind: 'EVENT',
      colour: 'BLUE',
      fromOn: facts.today,
      repeat: 'NONE',
      every: 1,
      weekdays: [],
      removed: [],
      closedDays: 'DROP',
      people: 'ALL',
      classIds: [],
      answers: 'NONE',
      when: 'NOW',
      allDay: false,
      tell: true,
    };
  const {
    can: _can,
    dates: _dates,
    words: _words,
    version: _version,
    id: _id,
    status: _status,
    ...entries
  } = event;
  return {
    ...entries,
    ...(copy ? { fromOn: facts.today, toOn: null, until: null, answerUntil: null, removed: [] } : {}),
    toOn: !copy && event.toOn > event.fromOn ? event.toOn : null,
    allDay: event.startsAt === null,
    classIds: event.classIds.map(String),
    when: 'NOW',
    tell: true,
  };
}

function EventForm(props: EventFormProps) {
  const { facts, event, copy = false } = props;
  const navigate = useNavigate();
  const edited = copy ? undefined : event;
  const published = edited?.status === 'PUBLISHED';
  const form = useForm(eventContract.save, {
    start: startOf(props),
    ...(event ? {} : { draft: 'event' }),
    toInput: ({ when, allDay, cancelReason: _c, classes: _k, ...values }) => {
      const single = values['repeat'] === 'NONE';
      const answered = values['answers'] !== 'NONE';
      return {
        ...values,
        ...ruleOf(values),
        id: edited?.id ?? null,
        version: edited?.version ?? null,
        titleHi: values['titleHi'] || null,
        description: values['description'] || null,
        place: values['place'] || null,
        kind: values['kind'] ?? 'EVENT',
        toOn: single ? (values['toOn'] ?? null) : null,
        startsAt: allDay ? null : (values['startsAt'] ?? null),
        endsAt: allDay ? null : (values['endsAt'] ?? null),
        classIds: ((values['classIds'] as string[] | null) ?? []).map(Number),
        answerUntil: answered ? (values['answerUntil'] ?? null) : null,
        places: answered ? (values['places'] ?? null) : null,
        publish: !published && when === 'NOW',
        tell: values['tell'] === true,
      };
    },
    check: ({ allDay, startsAt, endsAt }) => ({
      ...(!allDay && !startsAt ? { startsAt: 'Give a time, or choose all day' } : {}),
      ...(!allDay && startsAt && !endsAt ? { endsAt: 'Give a time' } : {}),
    }),
    onDone: ({ id, status, told }) => {
      notice.ok(
        told > 0
          ? `Saved. ${told === 1 ? '1 family is' : `${told} families are`} notified.`
          : status === 'DRAFT'
            ? 'Draft saved'
            : published
              ? 'Saved'
              : 'Published',
      );
      void navigate(eventPaths.view(id));
    },
  });
  const { values } = form;
  const holiday = values['kind'] === 'HOLIDAY';
  return (
    <Form form={form}>
      <Section title="What">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field kind="text" name="title" label="Title" max={100} />
            <Field kind="text" name="titleHi" label="Title in Hindi" max={100} optional />
            <Field
              kind="choice"
              name="kind"
              label="Kind"
              options={[...options(eventKinds), { value: 'HOLIDAY', label: 'Holiday' }]}
            />
            <Field kind="choice" name="colour" label="Colour" options={options(eventColours)} />
          </SimpleGrid>
          {holiday && <Holiday facts={facts} />}
          <Field kind="longText" name="description" label="Description" max={2000} optional />
        </Stack>
      </Section>
      {!holiday && (
        <>
          <When form={form} />
          <ForWhom form={form} facts={facts} />
          {published && <Telling event={event} form={form} />}
          {!published && (
            <Section title="Publication">
              <Field
                kind="choice"
                name="when"
                label="When"
                options={[
                  { value: 'NOW', label: 'Publish now' },
                  { value: 'DRAFT', label: 'Keep as a draft' },
                ]}
              />
            </Section>
          )}
        </>
      )}
      <SaveBar
        label={published ? 'Save' : values['when'] === 'DRAFT' ? 'Save draft' : 'Publish'}
        disabled={holiday}
        will={
          published
            ? 'The calendar shows the change at once'
            : values['when'] === 'DRAFT'
              ? 'Nobody sees it yet'
              : 'Appears in the calendar of everyone it is for; families are reminded at 10:00 AM the day before'
        }
      />
    </Form>
  );
}

function Holiday({ facts }: { facts: FormFacts }) {
  return (
    <Alert color="info" variant="light" title="Holidays are set in the academic calendar.">
      {facts.setsHolidays ? (
        <>
          There a closed day also closes the attendance of that day.{' '}
          <Anchor component={Link} to="/academic-calender/creation">
            Open the academic calendar
          </Anchor>
        </>
      ) : (
        'Ask the person who keeps the academic calendar of your centre to add the day.'
      )}
    </Alert>
  );
}

const UNITS: Readonly<Record<string, string>> = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' };

function When({ form }: { form: FormModel }) {
  const { values } = form;
  const repeat = String(values['repeat'] ?? 'NONE');
  return (
    <Section title="When and where">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field kind="date" name="fromOn" label={repeat === 'NONE' ? 'Date' : 'First date'} />
          {repeat === 'NONE' && (
            <Field kind="date" name="toOn" label="Last day" help="Only when it takes several days" optional />
          )}
        </SimpleGrid>
        <Field kind="boolean" name="allDay" label="All day" optional />
        {values['allDay'] !== true && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Field kind="time" name="startsAt" label="From" />
            <Field kind="time" name="endsAt" label="To" />
          </SimpleGrid>
        )}
        <Field kind="text" name="place" label="Place" max={120} optional />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field kind="choice" name="repeat" label="Repeats" options={options(repeats)} />
          {repeat !== 'NONE' && (
            <Field
              kind="integer"
              name="every"
              label={`Every so many ${UNITS[repeat] ?? 'days'}`}
              min={1}
              max={12}
            />
          )}
          {repeat === 'WEEKLY' && (
            <Field
              kind="choices"
              name="weekdays"
              label="On"
              help="Empty: the weekday of the first date"
              optional
              options={WEEKDAYS.map((value) => ({
                value,
                label: value.charAt(0) + value.slice(1).toLowerCase(),
              }))}
            />
          )}
          {repeat !== 'NONE' && (
            <>
              <Field kind="date" name="until" label="Until" optional />
              <Field kind="integer" name="count" label="Or so many dates" min={1} max={200} optional />
              <Field
                kind="choice"
                name="closedDays"
                label="On closed days"
                options={[
                  { value: 'DROP', label: 'It does not take place' },
                  { value: 'KEEP', label: 'It takes place all the same' },
                ]}
              />
            </>
          )}
        </SimpleGrid>
        <EventDates form={form} />
      </Stack>
    </Section>
  );
}

function ForWhom({ form, facts }: { form: FormModel; facts: FormFacts }) {
  const answered = form.values['answers'] !== 'NONE';
  return (
    <Section title="For whom">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Field kind="choice" name="people" label="For" options={options(peopleLabels)} />
          <Field
            kind="choices"
            name="classIds"
            label="Classes"
            help="Leave empty for every class"
            optional
            options={facts.classes.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </SimpleGrid>
        {form.values['people'] !== 'STAFF' && (
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <Field kind="choice" name="answers" label="Answers of families" options={options(answerKinds)} />
            {answered && <Field kind="date" name="answerUntil" label="Answers until" optional />}
            {answered && (
              <Field
                kind="integer"
                name="places"
                label="Places"
                help="Each child and adult who comes takes one. Empty: no limit"
                min={1}
                max={5000}
                optional
              />
            )}
          </SimpleGrid>
        )}
      </Stack>
    </Section>
  );
}

/** Of a published event: who said yes or maybe hears of a new time or place, unless the writer says no. */
function Telling({ event, form }: { event: EventView | undefined; form: FormModel }) {
  if (!event) return null;
  const { values } = form;
  const moved =
    (['fromOn', 'place'] as const).some((name) => (values[name] || null) !== event[name]) ||
    (['startsAt', 'endsAt'] as const).some(
      (name) => (values['allDay'] ? null : (values[name] ?? null)) !== event[name],
    );
  const coming = event.dates.filter(({ over }) => !over).reduce((sum, { yes }) => sum + yes, 0);
  if (!moved || coming === 0) return null;
  return (
    <Section title={`${coming} ${coming === 1 ? 'family' : 'families'} said yes`}>
      <Field
        kind="boolean"
        name="tell"
        label="Tell them, and who said maybe, about the new time or place"
        optional
      />
    </Section>
  );
}
