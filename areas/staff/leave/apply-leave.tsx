import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Form } from '@aangan/web/form/form.tsx';
import type { Values } from '@aangan/web/form/form-values.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useCommandForm } from '@aangan/web/form/use-command-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { NotListed, useNotListed } from '../day/not-listed.tsx';
import { staffModules } from '../modules.ts';
import { leaveContract } from './leave.contract.ts';
import { BalanceText, CountText, Shortages } from './leave-look.tsx';

/** /staff/applyLeave: the count, the balance and the sections answer while the dates are chosen. */
export function ApplyLeave() {
  const navigate = useNavigate();
  const today = todayIst(serverNow());
  const forOthers = useSession().holds(staffModules.CenterHeadAttendance, true);
  const { form, draw } = useCommandForm(
    {
      of: leaveContract.apply,
      start: { fromOn: today, fromHalf: 'FN', toOn: today, toHalf: 'AN' },
      refresh: ['leave-request', 'leave-balance', 'home'],
      fields: {
        staffId: { when: () => forOthers },
        substituteId: { search: async (words) => substitutesLike(words) },
      },
      done: 'Applied. Whoever decides is notified.',
    },
    { onDone: ({ id }) => void navigate(`/staff/leaveView/${id}`) },
  );
  const preview = usePreview(form.values);
  const substitutesLike = (words: string) =>
    (preview.data?.substitutes ?? []).filter(({ label }) =>
      label.toLowerCase().includes(words.toLowerCase()),
    );
  const frame = {
    title: 'Apply for leave',
    crumbs: [{ label: 'Leave', to: '/staff/leaveReport' }],
    context: 'centre',
  } as const;
  const notListed = useNotListed(!forOthers);
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
            <Section title="Leave">
              <Stack gap="md">
                {forOthers ? draw('staffId') : null}
                {draw('typeId')}
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                  {draw('fromOn', {
                    onPicked: (day) => {
                      if (typeof day === 'string' && String(form.values['toOn'] ?? '') < day)
                        form.set('toOn', day);
                    },
                  })}
                  {draw('fromHalf')}
                  {draw('toOn')}
                  {draw('toHalf')}
                </SimpleGrid>
                {draw('substituteId')}
                {draw('reason')}
                {draw('fileId')}
              </Stack>
            </Section>
          }
          rail={
            <Section title="Balance after this leave">
              <Preview query={preview} />
            </Section>
          }
        />
        <SaveBar label="Apply for leave" will="The days are reserved until the request is decided" />
      </Form>
    </PageFrame>
  );
}

function usePreview(values: Readonly<Values>) {
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : '');
  const half = (name: string) => (values[name] === 'AN' ? ('AN' as const) : ('FN' as const));
  const staffId = text('staffId');
  const input = {
    typeId: text('typeId'),
    fromOn: text('fromOn'),
    fromHalf: half('fromHalf'),
    toOn: text('toOn'),
    toHalf: half('toHalf'),
    ...(staffId ? { staffId } : {}),
  };
  return useQuery(leaveContract.preview, input, {
    enabled: input.typeId !== '' && input.fromOn !== '' && input.toOn !== '',
    keepPrevious: true,
    fresh: 0,
  });
}

function Preview({ query }: { query: ReturnType<typeof usePreview> }) {
  const { data, error } = query;
  if (error)
    return (
      <Alert color="danger" variant="light" role="alert">
        {Object.values(error.fields ?? {})[0] ?? error.message}
      </Alert>
    );
  if (!data)
    return query.isFetching ? (
      <TextSkeleton />
    ) : (
      <Text size="sm" c="dimmed">
        Choose a leave type to see what is left.
      </Text>
    );
  return (
    <Stack gap="sm">
      <CountText {...data} />
      <BalanceText balance={data.balance} halves={data.halves} />
      {data.refusal ? (
        <Alert color="warning" variant="light">
          {data.refusal}
        </Alert>
      ) : null}
      <Shortages rows={data.shortages} />
    </Stack>
  );
}
