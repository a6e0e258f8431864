// What was said, in the form that writes the family down: the outcome, the note and the next date of this very talk.
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { AskedFields, useAsked } from '../follow-up/asked-fields.tsx';
import { isTimed, NextDateFields } from '../follow-up/next-date-fields.tsx';
import { type NextTime, nextTimes } from '../follow-up/next-times.ts';
import type { Need } from '../pipeline/next-steps.ts';
import { channels } from './enquiry-fields.ts';
import { textAt, valueAt } from './enquiry-form-values.ts';
import { outcomeLabels } from './follow-up.contract.ts';
import { saidOutcomes } from './said.ts';

type Values = Readonly<Record<string, unknown>>;
type SaidOutcome = (typeof saidOutcomes)[number];

const outcomeAt = (values: Values): SaidOutcome | null =>
  saidOutcomes.find((one) => one === valueAt(values, 'said.outcome')) ?? null;
const channelAt = (values: Values) =>
  channels.find((one) => one === valueAt(values, 'said.channel')) ?? 'CALL';

/** The entries of a talk as the command takes them; none while no outcome is chosen. */
export function saidEntries(values: Values): Values {
  const outcome = outcomeAt(values);
  if (!outcome) return {};
  const timed = isTimed(outcome);
  return {
    said: {
      outcome,
      channel: channelAt(values),
      nextAt: timed ? textAt(values, 'said.nextAt') : null,
      subStatus: textAt(values, 'said.subStatus'),
      withoutAppointment: valueAt(values, 'said.withoutAppointment') === true || null,
    },
    ...(timed ? { nextFollowUpOn: null } : {}),
  };
}

/** A new enquiry, before it has a class, as the steps on from it are asked for. */
const FRESH = {
  id: '',
  version: 0,
  childName: '',
  stage: 'Yet_to_call',
  spancoStatus: 'Suspect',
  classId: null,
  programme: null,
  childDob: null,
  pincode: null,
} as const;
/** What the form has no other field for. */
const OWN: ReadonlySet<Need> = new Set<Need>(['subStatus', 'withoutAppointment']);

export function SaidFields() {
  const form = useFormModel();
  const outcome = outcomeAt(form.values);
  const choose = (chosen: SaidOutcome) => {
    const taken = chosen === outcome ? null : chosen;
    form.set('said.outcome', taken);
    const now = new Date(serverNow());
    const first = taken ? nextTimes(taken, todayIst(now), now)[0] : undefined;
    // A date that was typed before the outcome was chosen stands.
    const typed = outcome === null ? textAt(form.values, 'nextFollowUpOn') : null;
    form.set('nextFollowUpOn', first?.on ? (typed ?? first.on) : null);
    form.set('said.nextAt', first?.at ?? null);
    form.set('said.subStatus', null);
    if (!textAt(form.values, 'said.channel') && form.values['walkIn'] === true)
      form.set('said.channel', 'VISIT');
  };
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Text fz="sm" fw={500}>
          What came of it
        </Text>
        <Group gap="xs" role="group" aria-label="What came of it">
          {saidOutcomes.map((one) => (
            <Button
              key={one}
              size="compact-md"
              variant={outcome === one ? 'filled' : 'default'}
              aria-pressed={outcome === one}
              onClick={() => choose(one)}
            >
              {outcomeLabels[one].label}
            </Button>
          ))}
        </Group>
        <Text fz="xs" className="quiet">
          {outcome ? 'Logged as a follow-up of each child' : 'None = nothing is logged, the family is called'}
        </Text>
      </Stack>
      <Field
        name="note"
        label="Note"
        kind="longText"
        optional={outcome !== 'COUNSELLED'}
        max={1000}
        {...(outcome === 'COUNSELLED' ? { help: 'At least 10 characters' } : {})}
      />
      {outcome ? <NextOf outcome={outcome} /> : <NextFollowUp />}
    </Stack>
  );
}

/** The date alone: nothing was said yet, or another centre goes on. */
export function NextFollowUp() {
  return <Field name="nextFollowUpOn" label="Next follow-up" kind="date" optional help="Empty = today" />;
}

function NextOf({ outcome }: { outcome: SaidOutcome }) {
  const form = useFormModel();
  const { values, errors } = form;
  // As they were when it was chosen: 'in 1 hour' would move on while somebody types.
  const times = useMemo(() => {
    const now = new Date(serverNow());
    return nextTimes(outcome, todayIst(now), now);
  }, [outcome]);
  const [on, at] = isTimed(outcome)
    ? [null, textAt(values, 'said.nextAt')]
    : [textAt(values, 'nextFollowUpOn'), null];
  const asked = useAsked(FRESH, outcome, channelAt(values));
  const said = valueAt(values, 'said');
  const errorAt = (name: string) => errors[`said.${name}`];
  return (
    <>
      <AskedFields
        asked={asked && { ...asked, needs: asked.needs.filter((need) => OWN.has(need)) }}
        values={typeof said === 'object' && said !== null ? { ...said } : {}}
        // One by one: an entry that is made takes its own fault away.
        onChange={(next) => {
          for (const need of OWN)
            if (next[need] !== valueAt(values, `said.${need}`)) form.set(`said.${need}`, next[need] ?? null);
        }}
        errors={Object.fromEntries([...OWN].map((need) => [need, errorAt(need) ?? '']))}
      />
      <NextDateFields
        outcome={outcome}
        times={times}
        when={{ label: labelOf(times, on, at), on, at }}
        onWhen={(when) => {
          form.set('nextFollowUpOn', when.on);
          form.set('said.nextAt', when.at);
        }}
        channel={channelAt(values)}
        onChannel={(channel) => form.set('said.channel', channel)}
        errors={{
          ...(errors['nextFollowUpOn'] ? { nextOn: errors['nextFollowUpOn'] } : {}),
          ...(errorAt('nextAt') ? { nextAt: errorAt('nextAt') ?? '' } : {}),
        }}
      />
    </>
  );
}

const labelOf = (times: readonly NextTime[], on: string | null, at: string | null): string =>
  times.find((one) => one.on === on && one.at === at)?.label ?? '';
