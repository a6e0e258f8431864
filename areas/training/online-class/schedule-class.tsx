import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { CLASS_LIST } from './online-class-paths.ts';

type Start = OutputOf<typeof contract.form>;
const repeats = (values: Readonly<Record<string, unknown>>) =>
  ((values['weekdays'] as string[] | null) ?? []).length > 0;

/** /online-class/schedule-class */
export function ScheduleClass() {
  const query = useQuery(contract.form, {}, { fresh: 0 });
  return (
    <PageFrame
      title="Schedule class"
      context="centre-year"
      crumbs={[{ label: 'Online classes', to: CLASS_LIST }]}
    >
      <QueryState query={query}>{(start) => <ScheduleForm start={start} />}</QueryState>
    </PageFrame>
  );
}

function ScheduleForm({ start }: { start: Start }) {
  const navigate = useNavigate();
  if (start.sections.length === 0)
    return <Text>No section is yours: a centre head makes you a teacher of one under Classes.</Text>;
  return (
    <CommandForm
      of={contract.schedule}
      groups={[
        { title: 'What', names: ['title', 'subject'], columns: 2 },
        { title: 'Who', names: ['sectionIds', 'hostId', 'moderatorIds', 'expertIds'] },
        { title: 'When', names: ['date', 'fromTime', 'toTime'], columns: 3 },
        {
          title: 'Repeat',
          help: 'Tick days to hold it every week. Days on which the centre is closed are left out.',
          names: ['weekdays', 'until'],
        },
        { title: 'Where', names: ['linkUrl', 'lobby'] },
      ]}
      fields={{
        sectionIds: { as: (props) => <SectionsField {...props} sections={start.sections} /> },
        hostId: { chosenLabel: start.me?.name ?? null },
        until: { when: repeats, optional: false },
      }}
      start={{ date: start.today, lobby: true, ...(start.me ? { hostId: start.me.id } : {}) }}
      draft="online-class:new"
      refresh={['online-class']}
      confirm="Schedule class"
      will="Families get a link for each child half an hour before the class"
      done={({ classes, skipped, children }) =>
        `${classes === 1 ? 'The class is' : `${classes} classes are`} scheduled for ${children === 1 ? 'one child' : `${children} children`}.${
          skipped > 0
            ? ` ${skipped === 1 ? 'One closed day was' : `${skipped} closed days were`} left out.`
            : ''
        }`
      }
      onDone={() => void navigate(CLASS_LIST)}
    />
  );
}

/** The reader's sections, and whom of their children a link cannot reach by mobile. */
function SectionsField({ sections, ...props }: FieldProps & { sections: Start['sections'] }) {
  const { values } = useFormModel();
  const chosen = (values['sectionIds'] as string[] | null) ?? [];
  const day = String(values['date'] ?? '');
  const asks = chosen.length > 0 && /^\d{4}-\d{2}-\d{2}$/.test(day);
  const invited = useQuery(
    contract.invited,
    { sectionIds: chosen, date: day },
    { enabled: asks, keepPrevious: true },
  );
  return (
    <Stack gap="xs">
      <Field {...props} kind="choices" options={sections.map(({ id, label }) => ({ value: id, label }))} />
      <Text size="sm" role="status">
        {asks && invited.data ? invitedText(invited.data) : 'Choose sections to see who is invited.'}
      </Text>
    </Stack>
  );
}

function invitedText({ children, withoutMobile }: OutputOf<typeof contract.invited>): string {
  const count = children === 1 ? 'One child is invited' : `${children} children are invited`;
  return withoutMobile.length === 0
    ? `${count}; every family has a mobile number.`
    : `${count}. Without a mobile number: ${withoutMobile.join(', ')}.`;
}
