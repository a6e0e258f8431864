import { type Weekday, weekdayLabels } from '@aangan/contract/weekday.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, SimpleGrid } from '@mantine/core';
import { directions } from '../catalogue/service-words.ts';
import type { Choice, Prepared } from './assign-choice.ts';

const directionOptions = Object.entries(directions).map(([value, label]) => ({ value, label }));

interface AssignFieldsProps {
  data: Prepared;
  choice: Choice;
  /** The fare slab that the distance gives. */
  slab: string | null;
  /** What the server says of a field. */
  fields: Readonly<Record<string, string>>;
  onChange: (choice: Choice) => void;
}

/** Stop or plan, days and the note. */
export function AssignFields({ data, choice, slab, fields, onChange }: AssignFieldsProps) {
  const { offering, plans } = data;
  const set = (more: Partial<Choice>) => onChange({ ...choice, ...more });
  const disabled = !data.can.save;
  const plan = plans.find(({ planId }) => planId === choice.planId);
  const dates = { earliest: offering.startsOn, latest: offering.endsOn, disabled };
  return (
    <>
      {offering.bySlab ? (
        <Section title="Stop" help="The distance gives the fare slab, and the slab the plan.">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <FieldInput
              kind="choice"
              name="stopId"
              label="Stop of a bus route"
              help="The approval takes the seat there"
              optional
              options={data.stops.map(({ id, route, name }) => ({ value: id, label: `${route}: ${name}` }))}
              disabled={disabled}
              error={fields['stopId']}
              value={choice.stopId ?? null}
              onChange={(value) => {
                const stop = data.stops.find(({ id }) => id === value);
                set(
                  stop
                    ? { stopId: stop.id, stopText: stop.name, distanceM: stop.distanceM }
                    : { stopId: undefined },
                );
              }}
            />
            <FieldInput
              kind="text"
              name="stopText"
              label="Stop or landmark"
              optional
              max={120}
              disabled={disabled}
              value={choice.stopText ?? ''}
              onChange={(value) => set({ stopText: String(value ?? '') })}
            />
            <FieldInput
              kind="choice"
              name="direction"
              label="Direction"
              options={directionOptions}
              disabled={disabled}
              error={fields['direction']}
              value={choice.direction ?? null}
              onChange={(value) => set({ direction: (value as 'BOTH' | null) ?? undefined })}
            />
            <FieldInput
              kind="integer"
              name="distanceM"
              label="Distance to the stop (metres)"
              help={slab === null ? undefined : `Slab ${slab}`}
              min={0}
              max={200_000}
              disabled={disabled || choice.stopId !== undefined}
              error={fields['distanceM']}
              value={choice.distanceM ?? null}
              onChange={(value) => set({ distanceM: value === null ? undefined : Number(value) })}
            />
          </SimpleGrid>
        </Section>
      ) : (
        <Section title="Plan">
          {plans.length === 0 ? (
            <Alert color="warning">
              There is no approved plan of this service for this year yet. Finance makes it under Fee
              configuration.
            </Alert>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <FieldInput
                kind="choice"
                name="planId"
                label="Plan"
                options={plans.map((one) => ({
                  value: one.planId,
                  label: `${one.name}, ${formatRupees(one.total)} a year`,
                }))}
                disabled={disabled}
                error={fields['planId']}
                value={choice.planId ?? null}
                onChange={(value) =>
                  set({ planId: (value as string | null) ?? undefined, breakdownId: undefined })
                }
              />
              <FieldInput
                kind="choice"
                name="breakdownId"
                label="Paid"
                options={(plan?.options ?? []).map((one) => ({
                  value: one.id,
                  label: `${one.name}, ${one.instalments} ${one.instalments === 1 ? 'payment' : 'payments'}`,
                }))}
                disabled={disabled}
                value={choice.breakdownId ?? plan?.options[0]?.id ?? null}
                onChange={(value) => set({ breakdownId: (value as string | null) ?? undefined })}
              />
            </SimpleGrid>
          )}
        </Section>
      )}
      <Section title="Days">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <FieldInput
            kind="date"
            name="startsOn"
            label="First day"
            {...dates}
            error={fields['startsOn']}
            value={choice.startsOn}
            onChange={(value) => set({ startsOn: String(value ?? choice.startsOn) })}
          />
          <FieldInput
            kind="date"
            name="endsOn"
            label="Last day"
            {...dates}
            error={fields['endsOn']}
            value={choice.endsOn}
            onChange={(value) => set({ endsOn: String(value ?? choice.endsOn) })}
          />
          <FieldInput
            kind="choices"
            name="weekdays"
            label="On"
            options={offering.weekdays.map((day) => ({ value: day, label: weekdayLabels[day] }))}
            disabled={disabled}
            error={fields['weekdays']}
            value={[...choice.weekdays]}
            onChange={(value) => set({ weekdays: value as Weekday[] })}
          />
          <FieldInput
            kind="longText"
            name="note"
            label="Note for the approver"
            help="Needed for a start in the past and for another age"
            optional
            max={500}
            disabled={disabled}
            error={fields['note']}
            value={choice.note}
            onChange={(value) => set({ note: String(value ?? '') })}
          />
        </SimpleGrid>
      </Section>
    </>
  );
}
