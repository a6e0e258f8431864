// By which way they were reached, and when next: chips for the likely times, a field for any other.
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Button, Group } from '@mantine/core';
import { channels } from '../enquiry/enquiry-fields.ts';
import type { Outcome } from '../enquiry/follow-up.contract.ts';
import type { NextTime } from './next-times.ts';

export type Channel = (typeof channels)[number];

const channelLabels: Readonly<Record<Channel, string>> = {
  CALL: 'Call',
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'E-mail',
  VISIT: 'Visit',
  VIDEO: 'Video call',
  OTHER: 'Other',
};

/** The hour matters, not only the day. */
export const isTimed = (outcome: Outcome | null): boolean =>
  outcome === 'APPOINTMENT' || outcome === 'CALL_BACK';

interface NextDateFieldsProps {
  outcome: Outcome | null;
  times: readonly NextTime[];
  when: NextTime | null;
  onWhen: (when: NextTime) => void;
  channel: Channel;
  onChannel: (channel: Channel) => void;
  errors: Readonly<Record<string, string>>;
}

/** What an empty date comes to. */
const whenEmpty = (outcome: Outcome): string =>
  outcome === 'NOT_INTERESTED'
    ? 'Why they said no is asked next'
    : 'Leave it empty: the day of the next try is set for you';

export function NextDateFields({ outcome, times, when, channel, errors, ...on }: NextDateFieldsProps) {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return (
    <>
      {times.length > 0 && (
        <Group gap="xs" role="group" aria-label="Next">
          {times.map((one) => (
            <Button
              key={one.label}
              size="compact-sm"
              variant={when?.label === one.label ? 'light' : 'default'}
              aria-pressed={when?.label === one.label}
              onClick={() => on.onWhen(one)}
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
          onChange={(value) => on.onChannel(channels.find((one) => one === value) ?? 'CALL')}
          options={channels.map((value) => ({ value, label: channelLabels[value] }))}
        />
        {isTimed(outcome) ? (
          <FieldInput
            kind="dateTime"
            label={outcome === 'APPOINTMENT' ? 'Time of the visit' : 'Call again at'}
            value={when?.at ?? null}
            onChange={(value) => on.onWhen({ label: '', on: null, at: text(value) })}
            error={errors['nextAt'] ?? errors['nextOn']}
          />
        ) : (
          <FieldInput
            kind="date"
            label="Next date"
            optional={times.length === 0}
            earliest={todayIst(serverNow())}
            value={when?.on ?? null}
            onChange={(value) => on.onWhen({ label: '', on: text(value), at: null })}
            error={errors['nextOn']}
            {...(outcome && times.length === 0 ? { help: whenEmpty(outcome) } : {})}
          />
        )}
      </Group>
    </>
  );
}
