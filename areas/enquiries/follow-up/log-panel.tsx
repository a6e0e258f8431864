// One line of contact: an outcome with one key each, a note, the next date (enquiries.md 3.5). Enter saves.
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  channels,
  followUpContract,
  type Outcome,
  outcomeLabels,
  outcomes,
} from '../enquiry/follow-up.contract.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { type NextTime, nextTimes } from './next-times.ts';
import { useWorkKeys } from './use-work-keys.web.ts';

export const channelLabels: Readonly<Record<(typeof channels)[number], string>> = {
  CALL: 'Call',
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'E-mail',
  VISIT: 'Visit',
  VIDEO: 'Video call',
  OTHER: 'Other',
};

let lastSaid: string | null = null;

export interface LogPanelProps {
  enquiry: { id: string; version: number; can: Record<string, boolean> };
  /** The call in progress; saving ends it. */
  callId?: string | undefined;
  /** The parent came to us: rang, or stands at the desk. */
  incoming?: boolean;
  /** The panel stands in a drawer. */
  inLayer?: boolean;
  /** The first outcome is chosen: somebody is with this family now. */
  onBegin?: () => void;
  onLogged?: (outcome: Outcome) => void;
}

export function LogPanel({ enquiry, callId, incoming = false, inLayer = false, ...on }: LogPanelProps) {
  const now = new Date(serverNow());
  const today = todayIst(now);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [channel, setChannel] = useState<(typeof channels)[number]>('CALL');
  const [note, setNote] = useState('');
  const [when, setWhen] = useState<NextTime | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const undo = useCommand(followUpWorkContract.void, {
    refresh: ['enquiry'],
    onDone: () => notice.ok('Taken back.'),
    onError: (error) => notice.error(error),
  });
  const log = useCommand(followUpContract.log, {
    refresh: ['enquiry', 'enquiry-work', 'appointment'],
    onDone: (out, input) => {
      const next = out.nextFollowUpOn ? ` Next on ${formatDay(out.nextFollowUpOn)}.` : '';
      // One at a time: at ten families in a minute they would cover the page.
      if (lastSaid) notice.hide(lastSaid);
      lastSaid = notice.undo(
        out.closeProposed ? 'Saved. Seven tries now: closing is proposed.' : `Follow-up saved.${next}`,
        () => undo.run({ id: out.id }),
      );
      setOutcome(null);
      setNote('');
      setWhen(null);
      on.onLogged?.(input.outcome);
    },
  });
  const times = outcome ? nextTimes(outcome, today, now) : [];
  const timed = outcome === 'APPOINTMENT' || outcome === 'CALL_BACK';
  const choose = (chosen: Outcome) => {
    if (outcome === null) on.onBegin?.();
    log.reset();
    setOutcome(chosen);
    if ((chosen === 'WHATSAPP_SENT') !== (channel === 'WHATSAPP'))
      setChannel(chosen === 'WHATSAPP_SENT' ? 'WHATSAPP' : 'CALL');
    setWhen(nextTimes(chosen, today, now)[0] ?? null);
    if (chosen === 'COUNSELLED') focusNote(root.current);
  };
  const save = () => {
    if (!outcome || log.running) return;
    void log.run(
      {
        enquiryId: enquiry.id,
        outcome,
        channel,
        direction: incoming ? 'IN' : 'OUT',
        note: note || null,
        nextOn: timed ? null : (when?.on ?? null),
        nextAt: timed ? (when?.at ?? null) : null,
        ...(callId && channel === 'CALL' ? { callId } : {}),
      },
      { ifMatch: enquiry.version },
    );
  };
  const step = (by: 1 | -1) => {
    if (times.length === 0) return;
    const place = times.findIndex((one) => one.label === when?.label);
    setWhen(times[(place + by + times.length) % times.length] ?? null);
  };
  useWorkKeys(
    {
      ...Object.fromEntries(outcomes.map((one) => [outcomeLabels[one].key, () => choose(one)])),
      f: () => focusNote(root.current),
      ArrowRight: outcome ? () => step(1) : undefined,
      ArrowLeft: outcome ? () => step(-1) : undefined,
      Enter: outcome ? save : undefined,
    },
    { enabled: enquiry.can['log'] === true, inLayer },
  );
  if (enquiry.can['log'] !== true)
    return (
      <Text className="quiet">Follow-ups of this enquiry are closed, or your role does not log them.</Text>
    );
  const errors = log.error?.fields ?? {};
  return (
    <Stack
      gap="sm"
      ref={root}
      onKeyDown={(event) => {
        if (!(event.target instanceof HTMLTextAreaElement)) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        else if (event.key === 'Escape') {
          // Out of the note and back to the keys; the drawer around it stays.
          event.stopPropagation();
          event.target.blur();
        }
      }}
    >
      <OutcomeKeys chosen={outcome} onChoose={choose} />
      <FieldInput
        kind="longText"
        label="Note"
        optional={outcome !== 'COUNSELLED'}
        max={1000}
        value={note}
        onChange={(value) => setNote(String(value ?? ''))}
        error={errors['note']}
        {...(outcome === 'COUNSELLED' ? { help: 'At least 10 characters' } : {})}
      />
      {times.length > 0 && (
        <Group gap="xs" role="group" aria-label="Next">
          {times.map((one) => (
            <Button
              key={one.label}
              size="compact-sm"
              variant={when?.label === one.label ? 'light' : 'default'}
              aria-pressed={when?.label === one.label}
              onClick={() => setWhen(one)}
            >
              {one.label}
            </Button>
          ))}
        </Group>
      )}
      <Group gap="md" align="flex-start" grow>
        <FieldInput
          kind="choice"
          label="Channel"
          value={channel}
          onChange={(value) => setChannel(channels.find((one) => one === value) ?? 'CALL')}
          options={channels.map((value) => ({ value, label: channelLabels[value] }))}
        />
        {timed ? (
          <FieldInput
            kind="dateTime"
            label={outcome === 'APPOINTMENT' ? 'Time of the visit' : 'Call again at'}
            value={when?.at ?? null}
            onChange={(value) =>
              setWhen({ label: '', on: null, at: typeof value === 'string' ? value : null })
            }
            error={errors['nextAt'] ?? errors['nextOn']}
          />
        ) : (
          <FieldInput
            kind="date"
            label="Next date"
            optional={times.length === 0}
            earliest={today}
            value={when?.on ?? null}
            onChange={(value) =>
              setWhen({ label: '', on: typeof value === 'string' ? value : null, at: null })
            }
            error={errors['nextOn']}
            {...(outcome && times.length === 0 ? { help: 'Empty = as the tries go' } : {})}
          />
        )}
      </Group>
      {log.error && (
        <Alert color="danger" variant="light" role="alert">
          {errors['classId'] ?? log.error.message}
        </Alert>
      )}
      <Group gap="sm">
        <Button onClick={save} loading={log.running} disabled={!outcome}>
          Save follow-up
        </Button>
        {outcome && (
          <Text fz="sm" className="quiet">
            <Kbd size="xs">Enter</Kbd> saves
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function OutcomeKeys({ chosen, onChoose }: { chosen: Outcome | null; onChoose: (one: Outcome) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Outcome">
      {outcomes.map((one) => (
        <Button
          key={one}
          size="compact-md"
          variant={chosen === one ? 'filled' : 'default'}
          aria-pressed={chosen === one}
          onClick={() => onChoose(one)}
          rightSection={
            <Text span fz="xs" className={chosen === one ? '' : 'quiet'}>
              {outcomeLabels[one].key}
            </Text>
          }
        >
          {outcomeLabels[one].label}
        </Button>
      ))}
    </Group>
  );
}

function focusNote(root: HTMLElement | null): void {
  root?.querySelector('textarea')?.focus();
}
