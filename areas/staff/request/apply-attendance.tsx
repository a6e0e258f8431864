import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { attendanceContract } from '../day/attendance.contract.ts';
import { DayEvidence } from '../day/day-look.tsx';
import { NotListed, useNotListed } from '../day/not-listed.tsx';
import { attendanceRequestContract as contract } from './attendance-request.contract.ts';

/** /staff/applyAttendance: a missed check-in, duty elsewhere or a correction, beside what the system has (`?day=`). */
export function ApplyAttendance() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const today = todayIst(serverNow());
  const asked = params.get('day');
  const day = asked && /^20\d{2}-\d{2}-\d{2}$/.test(asked) ? asked : today;
  const { form, draw } = useCommandForm(
    {
      of: contract.apply,
      start: { kind: 'MISSED_PUNCH', fromOn: day, toOn: day, halves: 'DAY' },
      refresh: ['attendance-request'],
      fields: {
        want: { when: (values) => values['kind'] === 'CORRECTION' },
        inAt: { when: (values) => values['kind'] === 'MISSED_PUNCH' },
        outAt: { when: (values) => values['kind'] === 'MISSED_PUNCH' },
      },
      done: 'Requested. The centre head decides.',
    },
    { onDone: ({ id }) => void navigate(`/staff/attendanceView/${id}`) },
  );
  const { kind } = form.values;
  const onDuty = kind === 'ON_DUTY';
  const frame = {
    title: 'Request a correction',
    crumbs: [{ label: 'My attendance', to: '/staff/teacherAttendance' }],
    context: 'centre',
  } as const;
  const notListed = useNotListed();
  if (notListed)
    return (
      <PageFrame {...frame}>
        <NotListed />
      </PageFrame>
    );
  return (
    <PageFrame {...frame}>
      <Form form={form} wide>
        <TwoColumns
          main={
            <Section title="What happened">
              <Stack gap="md">
                {draw('kind')}
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                  {draw('fromOn', {
                    earliest: addDays(today, -7),
                    ...(onDuty ? {} : { latest: today }),
                    onPicked: (picked) => {
                      if (typeof picked === 'string' && String(form.values['toOn'] ?? '') < picked)
                        form.set('toOn', picked);
                    },
                  })}
                  {draw('toOn', onDuty ? {} : { latest: today })}
                </SimpleGrid>
                {draw('halves')}
                {kind === 'CORRECTION' ? draw('want') : null}
                {kind === 'MISSED_PUNCH' ? (
                  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                    {draw('inAt')}
                    {draw('outAt')}
                  </SimpleGrid>
                ) : null}
                {draw('reason')}
                {draw('fileId')}
              </Stack>
            </Section>
          }
          rail={<Beside from={String(form.values['fromOn'] ?? '')} to={String(form.values['toOn'] ?? '')} />}
        />
        <SaveBar label="Request correction" will="Your attendance changes when it is approved" />
      </Form>
    </PageFrame>
  );
}

/** What the system has for these days. */
function Beside({ from, to }: { from: string; to: string }) {
  const query = useQuery(
    attendanceContract.mine,
    { month: from.slice(0, 7) },
    { enabled: from !== '', keepPrevious: true },
  );
  const days = (query.data?.days ?? []).filter(({ day }) => day >= from && day <= to);
  return (
    <Section title="As recorded now">
      <Stack gap="md">
        {days.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing yet.
          </Text>
        ) : null}
        {days.slice(0, 7).map((day) => (
          <div key={day.day}>
            <Text fw={600}>{formatDay(day.day)}</Text>
            <DayEvidence day={day} />
          </div>
        ))}
      </Stack>
    </Section>
  );
}
