import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { categories } from '../../staff/designation.record.ts';
import { seatContract as contract } from './seat.contract.ts';
import { MOST_AT_ONCE } from './seat.states.ts';
import { TrainingFacts } from './training-card.tsx';

type Choices = OutputOf<typeof contract.choices>;
type Registered = Choices['registered'][number];
type Results = OutputOf<typeof contract.register>['results'];
const crumbs = [{ label: 'Trainings', to: '/trainer-led' }];

/** /trainer-led/register-staff/{trainingID}: a centre's people for a training, seated or in the queue at once. */
export function RegisterStaff() {
  const { trainingID = '' } = useParams();
  const query = useQuery(contract.choices, { id: trainingID }, { fresh: 0 });
  const [results, setResults] = useState<Results>([]);
  const [leaving, setLeaving] = useState<Registered | null>(null);
  return (
    <PageFrame title={query.data?.title ?? 'Register staff'} crumbs={crumbs} context="centre">
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Section>
              <TrainingFacts of={found} />
            </Section>
            {results.length > 0 ? <Outcome results={results} /> : null}
            {found.open ? (
              <Picker key={found.staff.map(({ id }) => id).join()} of={found} onDone={setResults} />
            ) : (
              <Alert color="warning" variant="light">
                Registration is closed: the first session is over, or the training is cancelled.
              </Alert>
            )}
            <Section title="Registered">
              {found.registered.length === 0 ? <Text c="dimmed">Nobody yet.</Text> : null}
              {found.registered.map((one) => (
                <Line
                  key={one.id}
                  end={
                    one.can.withdraw ? (
                      <Button size="xs" variant="default" onClick={() => setLeaving(one)}>
                        Withdraw
                      </Button>
                    ) : null
                  }
                >
                  <Group gap="sm">
                    <Text>{one.name}</Text>
                    <StatusTag area="training-seat" state={one.seat} />
                    {one.queueNo === null ? null : <Text size="sm">{`No. ${one.queueNo} in the queue`}</Text>}
                    <StatusTag area="training-response" state={one.response} />
                  </Group>
                  <Text size="sm" c="dimmed">
                    {[one.centre, one.reason].filter(Boolean).join(' · ')}
                  </Text>
                </Line>
              ))}
            </Section>
            {leaving ? <Withdraw row={leaving} onClose={() => setLeaving(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Picker({ of, onDone }: { of: Choices; onDone: (results: Results) => void }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [q, setQ] = useState('');
  const register = useCommand(contract.register, {
    refresh: ['training', 'training-registration', 'online-meeting'],
    onDone: ({ results }) => {
      setChosen([]);
      onDone(results);
    },
  });
  const found = of.staff.filter(({ name, employeeCode }) =>
    `${name} ${employeeCode}`.toLowerCase().includes(q.trim().toLowerCase()),
  );
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const everybody = found.slice(0, MOST_AT_ONCE).map(({ id }) => id);
  const all = chosen.length > 0 && everybody.every((id) => chosen.includes(id));
  if (of.staff.length === 0)
    return (
      <Section title="Staff">
        <Text c="dimmed">Everyone eligible is registered.</Text>
      </Section>
    );
  return (
    <Section
      title="Staff"
      help="Approved people whom this training is for. When the seats are taken they wait in the order you choose them."
      actions={
        <Button size="xs" variant="default" onClick={() => setChosen(all ? [] : everybody)}>
          {all ? 'Choose none' : 'Choose all'}
        </Button>
      }
    >
      <Stack gap="md">
        <TextInput
          label="Find"
          placeholder="Name or employee code"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          maw={360}
        />
        {found.length === 0 ? <Text c="dimmed">Nobody found.</Text> : null}
        {[...Map.groupBy(found, ({ centre }) => centre)].map(([centre, people]) => (
          <Stack key={centre} gap="xs">
            <Text fw={600}>{centre}</Text>
            {people.map((one) => (
              <Checkbox
                key={one.id}
                label={`${one.name}, ${one.employeeCode}`}
                description={[
                  categories[one.category as keyof typeof categories],
                  one.lastTraining ? `last training: ${one.lastTraining}` : 'no training yet',
                ].join(' · ')}
                checked={chosen.includes(one.id)}
                onChange={() => toggle(one.id)}
              />
            ))}
          </Stack>
        ))}
        {register.error ? (
          <Alert color="danger" variant="light" role="alert">
            {register.error.fields?.['staffIds'] ?? register.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button
            disabled={chosen.length === 0}
            loading={register.running}
            onClick={() => void register.run({ id: of.id, staffIds: chosen })}
          >
            {chosen.length === 0 ? 'Register' : `Register ${chosen.length}`}
          </Button>
        </Group>
        <UnsavedGuard guards={() => chosen.length > 0 && !register.running} />
      </Stack>
    </Section>
  );
}

/** What became of each person. */
const Outcome = ({ results }: { results: Results }) => (
  <Section title="Done">
    <div role="status">
      {results.map(({ staffId, name, outcome, queueNo, why }) => (
        <Line key={staffId}>
          <Group gap="sm">
            <Text>{name}</Text>
            {outcome === 'REFUSED' ? (
              <Text c="var(--a-danger-text)">{why}</Text>
            ) : (
              <StatusTag area="training-seat" state={outcome} />
            )}
            {queueNo === null ? null : <Text size="sm">{`No. ${queueNo} in the queue`}</Text>}
          </Group>
        </Line>
      ))}
    </div>
  </Section>
);

interface WithdrawProps {
  row: { id: string; version: number } & ({ name: string } | { staff: string });
  onClose: () => void;
}

export const Withdraw = ({ row, onClose }: WithdrawProps) => (
  <CommandDialog
    of={contract.withdraw}
    title={`Withdraw ${'name' in row ? row.name : row.staff}`}
    text="The place goes to the first of the queue."
    confirm="Withdraw"
    danger
    start={{ id: row.id }}
    ifMatch={row.version}
    refresh={['training', 'training-registration', 'online-meeting']}
    done="Withdrawn."
    onClose={onClose}
  />
);
