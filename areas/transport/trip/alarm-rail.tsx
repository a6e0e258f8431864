import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { alarmContract as contract, type TripAlarm } from './alarm.contract.ts';
import { alarmLabels } from './trip.states.ts';
import { REFRESH, runPath } from './trip-look.tsx';

/** What rings now, the worst first. */
export function AlarmRail({ alarms }: { alarms: readonly TripAlarm[] }) {
  const [resolving, resolve] = useState<TripAlarm | null>(null);
  const ack = useCommand(contract.ack, { refresh: REFRESH, onError: (error) => notice.error(error) });
  return (
    <Section title="Open alarms">
      <Stack gap="md" aria-live="polite">
        {alarms.length === 0 && <Text className="quiet">No open alarms.</Text>}
        {alarms.map((alarm) => (
          <Stack key={alarm.id} gap={4}>
            <Group gap="xs">
              <Tag tone={alarm.level > 1 ? 'danger' : 'warning'}>{`Level ${alarm.level}`}</Tag>
              <Anchor component={Link} to={runPath(alarm.tripId)} fw={500}>
                {alarm.route}
              </Anchor>
              <Text size="sm" c="dimmed">
                {formatTime(alarm.raisedAt)}
              </Text>
            </Group>
            <Text size="sm">{alarmLabels[alarm.kind]}</Text>
            {alarm.ackedAt && (
              <Text size="sm" c="dimmed">
                {`${alarm.ackedBy ?? 'Somebody'} has been handling it since ${formatTime(alarm.ackedAt)}`}
              </Text>
            )}
            <Group gap="xs">
              {alarm.can['ack'] && (
                <Button
                  size="xs"
                  variant="default"
                  loading={ack.running}
                  onClick={() => void ack.run({ id: alarm.id }, { ifMatch: alarm.version })}
                >
                  I’ll handle it
                </Button>
              )}
              {alarm.can['resolve'] && (
                <Button size="xs" variant="default" onClick={() => resolve(alarm)}>
                  Resolve
                </Button>
              )}
            </Group>
          </Stack>
        ))}
      </Stack>
      {resolving && (
        <CommandDialog
          of={contract.resolve}
          title={`${resolving.route}: ${alarmLabels[resolving.kind]}`}
          confirm="Resolve"
          start={{ id: resolving.id }}
          ifMatch={resolving.version}
          refresh={REFRESH}
          done="Resolved."
          onClose={() => resolve(null)}
        />
      )}
    </Section>
  );
}
