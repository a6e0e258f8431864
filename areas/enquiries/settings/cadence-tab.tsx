// After how many days a family that was not reached is tried again, and the dates this makes of today.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { nextAfterFailed } from '../enquiry/cadence.ts';
import { type Cadence, cadenceSetting } from '../enquiry/cadence-setting.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { LimitsForm } from './limits-form.tsx';
import { OwnPart, type Settings, useSave } from './own-part.tsx';

export function CadenceTab() {
  const settings = useQuery(enquirySettingContract.get, {});
  return (
    <QueryState query={settings}>
      {(data) => (
        <Stack gap="md">
          <Tries key={JSON.stringify([data.cadence, data.own])} data={data} />
          <LimitsForm key={JSON.stringify([data.limits, data.own, 'limits'])} data={data} />
        </Stack>
      )}
    </QueryState>
  );
}

const listOf = (typed: string): number[] =>
  typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

function Tries({ data }: { data: Settings }) {
  const [cold, setCold] = useState(data.cadence.cold.join(', '));
  const [hot, setHot] = useState(data.cadence.hot.join(', '));
  const [laterEvery, setLaterEvery] = useState(data.cadence.laterEvery);
  const value: Cadence = { cold: listOf(cold), hot: listOf(hot), laterEvery };
  const mayChange = data.can['change'] === true;
  const save = useSave(enquirySettingContract.saveCadence, 'Saved. Dates that are set already stay.');
  const errorOf = (name: keyof Cadence) =>
    Object.entries(save.error?.fields ?? {}).find(([field]) => field.split('.')[0] === name)?.[1];
  const changed = JSON.stringify(value) !== JSON.stringify(data.cadence);
  const field = (name: 'cold' | 'hot', label: string, help: string) => (
    <FieldInput
      kind="text"
      label={label}
      help={help}
      value={name === 'cold' ? cold : hot}
      onChange={(typed) => (name === 'cold' ? setCold : setHot)(String(typed ?? ''))}
      disabled={!mayChange}
      error={errorOf(name)}
    />
  );
  return (
    <OwnPart
      part="cadence"
      title="Cadence"
      help="When a call that reached nobody is made again. Sundays and holidays move a date on. A next date that somebody chose always stands."
      data={data}
      changed={changed}
      running={save.running}
      onSave={() => void save.run(value)}
    >
      {field('cold', 'Days of the tries', 'Counted from the day the family asked: 1, 3, 5, 8, 13')}
      {field('hot', 'Days after a visit', 'For families that came or were counselled')}
      <FieldInput
        kind="integer"
        label="Then every (days)"
        value={laterEvery}
        min={7}
        max={90}
        disabled={!mayChange}
        error={errorOf('laterEvery')}
        onChange={(days) => setLaterEvery(Number(days))}
      />
      <Preview cadence={value} />
    </OwnPart>
  );
}

/** What the days make of a family that asks today and is never reached. */
function Preview({ cadence }: { cadence: Cadence }) {
  if (!cadenceSetting.schema.safeParse(cadence).success) return null;
  const start = todayIst(new Date(serverNow()));
  const dates: Day[] = [];
  for (let day = start; dates.length <= cadence.cold.length; dates.push(day))
    day = nextAfterFailed(start, day, false, { cadence });
  return (
    <Text fz="sm" className="quiet">
      Asked today and never reached:{' '}
      {dates.map((day) => (
        <Fragment key={day}>
          <DateText day={day} />
          {', '}
        </Fragment>
      ))}
      and so on.
    </Text>
  );
}
