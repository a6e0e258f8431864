import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { Values } from '@aangan/web/form/form-values.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { toddlerContract } from './toddler.contract.ts';
import { type ProgrammeDay, programmeDays, usual } from './toddler.states.ts';
import { type ToddlerChild, type ToddlerPlace, toddlerPaths } from './toddler-look.tsx';
import { ToddlerSearch } from './toddler-search.tsx';

/** /mother-toddler-program/assign-new-class/{studentID?}/{studentAdmissionID?} */
export function AssignToddler() {
  const { studentID, studentAdmissionID } = useParams();
  const id = studentAdmissionID ?? studentID;
  return (
    <PageFrame title="Assign a class" crumbs={crumbs} context="centre-year">
      {id ? (
        <WithChild id={id}>{(child) => <PlaceForm child={child} place={null} />}</WithChild>
      ) : (
        <ToddlerSearch to={toddlerPaths.assign} />
      )}
    </PageFrame>
  );
}

/** /mother-toddler-program/edit-student-class/{studentID?} */
export function EditToddler() {
  const { studentID } = useParams();
  return (
    <PageFrame title="Change a class" crumbs={crumbs} context="centre-year">
      {studentID ? (
        <WithChild id={studentID}>
          {(child) => {
            const place = child.assignments.findLast((one) => one.can['change']);
            return place ? (
              <PlaceForm child={child} place={place} />
            ) : (
              <EmptyState
                title="Nothing to change"
                help={`${child.name} has no place that runs or is to come.`}
              />
            );
          }}
        </WithChild>
      ) : (
        <ToddlerSearch to={toddlerPaths.edit} />
      )}
    </PageFrame>
  );
}

const crumbs = [{ label: 'Mother toddler programme', to: toddlerPaths.list }];

function WithChild({ id, children }: { id: string; children: (child: ToddlerChild) => React.ReactNode }) {
  const query = useQuery(toddlerContract.child, { id }, { fresh: 0 });
  return <QueryState query={query}>{children}</QueryState>;
}

function PlaceForm({ child, place }: { child: ToddlerChild; place: ToddlerPlace | null }) {
  const navigate = useNavigate();
  const last = place ?? child.assignments[0] ?? null;
  const start = {
    sectionId: last?.sectionId,
    days: last?.days ?? ['MON', 'WED', 'FRI'],
    slotFrom: last?.slotFrom ?? '10:00',
    sessions: place?.total ?? usual.sessions,
    companion: last?.companion ?? undefined,
    from: place?.status === 'SCHEDULED' ? place.fromOn : place ? tomorrow(place) : child.nextFrom,
  };
  const shared = { refresh: ['toddler', 'student', 'class-board'], done: done };
  const options = {
    onDone: ({ studentId }: { studentId: string }) => void navigate(toddlerPaths.view(studentId)),
  };
  const assign = useCommandForm(
    { ...shared, of: toddlerContract.assign, start: { ...start, enrolmentId: child.enrolmentId } as never },
    options,
  );
  const change = useCommandForm(
    {
      ...shared,
      of: toddlerContract.change,
      start: { ...start, id: place?.id } as never,
      ifMatch: place?.version ?? 0,
    },
    options,
  );
  const { form, draw } = place ? change : assign;
  const batches = useQuery(toddlerContract.choices, {});
  const running = place?.status === 'RUNNING';
  return (
    <Form form={form} wide>
      <TwoColumns
        main={
          <Section title={child.name} help={`${child.className}, ${child.ageMonths} months old`}>
            <Stack gap="md">
              <Field
                name="sectionId"
                kind="choice"
                label="Batch"
                options={(batches.data?.batches ?? []).map((one) => ({
                  value: one.id,
                  label: `${one.label} (${one.capacity} places)`,
                }))}
              />
              {draw('days')}
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                {draw('slotFrom', { help: `${usual.minutes} minutes` })}
                {draw('from', { label: running ? 'From then on' : 'First day' })}
                {draw('sessions')}
                {draw('companion')}
              </SimpleGrid>
            </Stack>
          </Section>
        }
        rail={
          <Section title="What it comes to">
            <Preview values={form.values} child={child} instead={place?.id} />
          </Section>
        }
      />
      <SaveBar
        form={form}
        label={place ? 'Change the place' : 'Assign the place'}
        will={
          running && place
            ? `Changes apply from that day. ${place.total - place.used} of ${place.total} sessions remain.`
            : 'The child stands in the register of the batch from its first day.'
        }
      />
    </Form>
  );
}

const done = ({ toOn }: { toOn: string }) =>
  `Saved. The last session is on ${toOn.split('-').reverse().join('-')}.`;

function tomorrow(place: ToddlerPlace): string {
  const next = todayIst(serverNow() + 86_400_000);
  return next > place.fromOn ? next : place.fromOn;
}

function Preview({
  values,
  child,
  instead,
}: {
  values: Readonly<Values>;
  child: ToddlerChild;
  instead: string | undefined;
}) {
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : '');
  const days = Array.isArray(values['days']) ? (values['days'] as ProgrammeDay[]) : [];
  const sessions = Number(values['sessions'] ?? 0);
  const input = {
    enrolmentId: child.enrolmentId,
    sectionId: text('sectionId'),
    slotFrom: text('slotFrom'),
    from: text('from'),
    days,
    sessions,
    ...(instead ? { instead } : {}),
  };
  const complete =
    input.sectionId && /^\d\d:\d\d$/.test(input.slotFrom) && input.from && days.length > 0 && sessions > 0;
  const { data, error } = useQuery(toddlerContract.preview, input, {
    enabled: Boolean(complete),
    keepPrevious: true,
    fresh: 0,
  });
  if (error)
    return (
      <Alert color="danger" role="alert">
        {Object.values(error.fields ?? {})[0] ?? error.message}
      </Alert>
    );
  if (!data || !complete)
    return (
      <Text size="sm" c="dimmed">
        Choose a batch, days, hour and first day.
      </Text>
    );
  return (
    <Stack gap="sm">
      {data.refusal ? (
        <Alert color="warning">{data.refusal}</Alert>
      ) : (
        <Facts
          items={[
            { label: 'Last session', value: <DateText day={data.toOn} /> },
            { label: 'Age then', value: `${data.ageMonthsAtEnd} months` },
          ]}
        />
      )}
      {!data.refusal && data.toOn > child.ageOutOn ? (
        <Alert color="warning">
          {`${child.name} turns two during this place, on ${child.ageOutOn.split('-').reverse().join('-')}.`}
        </Alert>
      ) : null}
      <Facts
        min={90}
        items={data.free.map((one) => ({ label: programmeDays[one.day], value: `${one.left} free` }))}
      />
    </Stack>
  );
}
