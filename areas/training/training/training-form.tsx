import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import '../training-look.tsx';
import { LECTURE_MOST, MEETING_MOST } from '../meeting/room-rules.ts';
import { Guests } from '../response/guests.tsx';
import { trainingContract as contract } from './training.contract.ts';
import { WORKING } from './training-days.ts';
import { CancelTraining, LIST } from './training-list.tsx';

type Training = OutputOf<typeof contract.get>;
type Values = Readonly<Record<string, unknown>>;
const crumbs = [{ label: 'All trainings', to: LIST }];
const online = (values: Values) => values['mode'] !== 'CLASSROOM';

const shared = {
  refresh: ['training', 'online-meeting'],
  groups: [
    { title: 'What', names: ['title', 'categoryId', 'description'] },
    { title: 'When', names: ['fromDate', 'toDate', 'fromTime', 'toTime'], columns: 2 },
    { title: 'Weekdays', names: ['weekdays'] },
    { title: 'Who teaches', names: ['organizerIds', 'moderatorIds', 'expertIds', 'clashReason'] },
    {
      title: 'Audience',
      help: 'Approved staff. Leave zones and centres empty to include every centre.',
      names: ['zoneIds', 'centreIds', 'categories'],
    },
    { title: 'Where', names: ['mode', 'venue', 'provider', 'linkUrl', 'capacity'], columns: 2 },
    { title: 'Afterwards', names: ['certificateTypeId', 'askFeedback'] },
  ],
} as const;

const drawn = {
  venue: { when: (values: Values) => values['mode'] !== 'ONLINE', optional: false },
  provider: {
    when: online,
    optional: false,
    help: `An own room holds up to ${LECTURE_MOST} people. With at most ${MEETING_MOST} places everybody is on camera, with more only the trainers. Trainers from outside need a link of another service.`,
  },
  linkUrl: { when: (values: Values) => online(values) && values['provider'] === 'LINK', optional: false },
  categories: { as: WithCount },
} as const;

/** The last field of the audience, with how many people it has now. */
function WithCount(props: FieldProps) {
  const { values } = useFormModel();
  const numbers = (name: string) => ((values[name] as unknown[] | null) ?? []).map(Number);
  const categories = ((values['categories'] as string[] | null) ?? []).map(String);
  const count = useQuery(contract.audience, {
    zoneIds: numbers('zoneIds'),
    centreIds: numbers('centreIds'),
    categories,
  });
  return (
    <Stack gap="xs">
      <Field {...props} />
      <Text size="sm" role="status">
        {count.data
          ? `${count.data.people} eligible in ${count.data.centres === 1 ? '1 centre' : `${count.data.centres} centres`}`
          : 'Counting…'}
      </Text>
    </Stack>
  );
}

/** /trainer-led/new-training and /trainer-led/edit-training/{id}. */
export function TrainingForm() {
  const { id } = useParams();
  const navigate = useNavigate();
  const { me } = useSession();
  if (id) return <ChangeTraining key={id} id={id} />;
  const today = todayIst(new Date());
  return (
    <PageFrame title="New training" crumbs={crumbs}>
      <CommandForm
        {...shared}
        of={contract.create}
        fields={{
          ...drawn,
          organizerIds: {
            chosenNames: me ? { [String(me.id)]: `${me.firstName} ${me.lastName}`.trim() } : {},
          },
        }}
        start={{
          fromDate: today,
          toDate: today,
          weekdays: [...WORKING],
          organizerIds: me ? [String(me.id)] : [],
          mode: 'ONLINE',
          provider: 'MESH',
          capacity: 24,
          categories: ['TEACHING'],
          askFeedback: true,
        }}
        draft="training:new"
        confirm="Plan training"
        done={({ code, people }) => `Training ${code} is planned for ${people} people.`}
        onDone={() => void navigate(LIST)}
      />
    </PageFrame>
  );
}

const idsOf = <T,>(rows: readonly { id: T }[]): T[] => rows.map(({ id }) => id);
const namesOf = (rows: readonly { id: string | number; name: string }[]) => ({
  chosenNames: Object.fromEntries(rows.map(({ id, name }) => [String(id), name])),
});

function ChangeTraining({ id }: { id: string }) {
  const navigate = useNavigate();
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const [cancelling, setCancelling] = useState(false);
  const row = query.data;
  return (
    <PageFrame
      title={row ? row.title : 'Training'}
      crumbs={crumbs}
      menu={[
        {
          label: 'Cancel training',
          danger: true,
          hidden: row?.can.cancel !== true,
          run: () => setCancelling(true),
        },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Standing row={found} />
            <Guests
              trainingId={found.id}
              changes={found.can.guests}
              removes={found.can.removeGuests}
              ownRoom={found.provider === 'MESH'}
            />
            {found.can.edit ? (
              <CommandForm
                {...shared}
                key={found.version}
                of={contract.edit}
                fields={{
                  ...drawn,
                  organizerIds: namesOf(found.organizers),
                  moderatorIds: namesOf(found.moderators),
                  expertIds: namesOf(found.experts),
                  zoneIds: namesOf(found.zones),
                  centreIds: namesOf(found.centres),
                }}
                start={startOf(found)}
                ifMatch={found.version}
                confirm="Save training"
                done="Saved."
                onDone={() => void navigate(LIST)}
              />
            ) : null}
          </Stack>
        )}
      </QueryState>
      {row && cancelling ? <CancelTraining row={row} onClose={() => setCancelling(false)} /> : null}
    </PageFrame>
  );
}

const startOf = (row: Training) => ({
  id: row.id,
  title: row.title,
  categoryId: row.categoryId,
  description: row.description,
  fromDate: row.fromDate,
  toDate: row.toDate,
  fromTime: row.fromTime,
  toTime: row.toTime,
  weekdays: row.weekdays,
  organizerIds: idsOf(row.organizers),
  moderatorIds: idsOf(row.moderators),
  expertIds: idsOf(row.experts),
  zoneIds: idsOf(row.zones),
  centreIds: idsOf(row.centres),
  categories: row.categories,
  mode: row.mode,
  venue: row.venue,
  provider: row.provider,
  linkUrl: row.linkUrl,
  capacity: row.capacity,
  certificateTypeId: row.certificateTypeId,
  askFeedback: row.askFeedback,
});

const Standing = ({ row }: { row: Training }) => (
  <Section>
    <Facts
      items={[
        { label: 'Number', value: row.code },
        { label: 'Status', value: <StatusTag area="training" state={row.status} /> },
        { label: 'Organizer', value: row.organizers.map(({ name }) => name).join(', ') },
        { label: 'Reason', hidden: row.cancelReason === null, value: row.cancelReason },
      ]}
    />
  </Section>
);
