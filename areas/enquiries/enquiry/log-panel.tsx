// One line of contact: an outcome with one key each, a note, the next date (enquiries.md 3.5).
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { nextWorkingDay } from './cadence.ts';
import { channels, followUpContract, type Outcome, outcomeLabels, outcomes } from './follow-up.contract.ts';

const channelLabels: Record<string, string> = {
  CALL: 'Call',
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'E-mail',
  VISIT: 'Visit',
  VIDEO: 'Video call',
  OTHER: 'Other',
};
const wantsDate: ReadonlySet<Outcome> = new Set(['CALL_BACK', 'DETAILS_SHARED', 'INTERESTED']);

export function LogPanel({
  enquiry,
  onLogged,
}: {
  enquiry: { id: string; version: number; can: Record<string, boolean> };
  onLogged?: (outcome: Outcome) => void;
}) {
  const today = todayIst(new Date());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [channel, setChannel] = useState('CALL');
  const [note, setNote] = useState('');
  const [nextOn, setNextOn] = useState<string | null>(null);
  const [nextAt, setNextAt] = useState<string | null>(null);
  const log = useCommand(followUpContract.log, {
    refresh: ['enquiry', 'follow-up'],
    onDone: (_, input) => {
      notice.ok('Follow-up saved.');
      setOutcome(null);
      setNote('');
      setNextOn(null);
      setNextAt(null);
      onLogged?.(input.outcome);
    },
  });
  if (enquiry.can['log'] !== true)
    return (
      <Text className="quiet">Follow-ups of this enquiry are closed, or your role does not log them.</Text>
    );
  const save = () => {
    if (!outcome) return;
    void log.run(
      {
        enquiryId: enquiry.id,
        outcome,
        channel: channels.find((one) => one === channel) ?? 'CALL',
        note: note || null,
        nextOn: outcome === 'APPOINTMENT' ? null : nextOn,
        nextAt: outcome === 'APPOINTMENT' ? nextAt : null,
      },
      { ifMatch: enquiry.version },
    );
  };
  const byKey = (key: string) => outcomes.find((one) => outcomeLabels[one].key === key);
  const errors = log.error?.fields ?? {};
  return (
    <Stack
      gap="sm"
      onKeyDown={(event) => {
        // Keys choose an outcome unless a text is being typed.
        const typing =
          event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
        const chosen =
          typing || event.ctrlKey || event.metaKey || event.altKey ? undefined : byKey(event.key);
        if (chosen) {
          event.preventDefault();
          setOutcome(chosen);
        }
      }}
    >
      <Group gap="xs" role="group" aria-label="Outcome">
        {outcomes.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={outcome === one ? 'filled' : 'default'}
            aria-pressed={outcome === one}
            onClick={() => setOutcome(one)}
            rightSection={
              <Text span fz="xs" className="quiet">
                {outcomeLabels[one].key}
              </Text>
            }
          >
            {outcomeLabels[one].label}
          </Button>
        ))}
      </Group>
      <FieldInput
        kind="choice"
        label="Channel"
        value={channel}
        onChange={(value) => setChannel(String(value ?? 'CALL'))}
        options={channels.map((value) => ({ value, label: channelLabels[value] ?? value }))}
      />
      <FieldInput
        kind="longText"
        label="Note"
        optional
        max={1000}
        value={note}
        onChange={(value) => setNote(String(value ?? ''))}
        error={errors['note']}
      />
      {outcome === 'APPOINTMENT' ? (
        <FieldInput
          kind="dateTime"
          label="Time of the visit"
          value={nextAt}
          onChange={(value) => setNextAt(typeof value === 'string' ? value : null)}
          error={errors['nextAt']}
        />
      ) : (
        <>
          <FieldInput
            kind="date"
            label="Next date"
            optional={!outcome || !wantsDate.has(outcome)}
            earliest={today}
            value={nextOn}
            onChange={(value) => setNextOn(typeof value === 'string' ? value : null)}
            error={errors['nextOn']}
            help="Empty after a failed try = the next day of the cadence"
          />
          <Group gap="xs">
            {(
              [
                ['Tomorrow', nextWorkingDay(today)],
                ['+3 days', addDays(today, 3)],
                ['+1 week', addDays(today, 7)],
              ] as const
            ).map(([label, day]) => (
              <Button key={label} size="compact-sm" variant="default" onClick={() => setNextOn(day)}>
                {label}
              </Button>
            ))}
          </Group>
        </>
      )}
      {log.error && (
        <Alert color="danger" variant="light" role="alert">
          {errors['classId'] ?? log.error.message}
        </Alert>
      )}
      <Group>
        <Button onClick={save} loading={log.running} disabled={!outcome}>
          Save follow-up
        </Button>
      </Group>
    </Stack>
  );
}
