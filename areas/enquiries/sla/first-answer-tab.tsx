// How soon families who write are called: minutes of the enquiry desk's working time, and what happens when they pass.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useStep } from '../enquiry/use-step.web.ts';
import { firstAnswerContract } from './first-answer.contract.ts';

type Settings = OutputOf<typeof firstAnswerContract.settings>;
type Source = Settings['sources'][number];

export function FirstAnswerTab() {
  const settings = useQuery(firstAnswerContract.settings, {});
  return (
    <QueryState query={settings}>
      {(data) => (
        <Stack gap="md">
          <Times key={JSON.stringify(data.setting)} data={data} />
          <Section
            title="Hours of the enquiry desk"
            help="Only these hours count. Holidays are skipped; they stand in their own tab."
          >
            <Facts
              min={168}
              items={data.desk.map(({ day, hours }) => ({ label: dayName(day), value: hours }))}
            />
          </Section>
        </Stack>
      )}
    </QueryState>
  );
}

const dayName = (day: string): string => `${day.charAt(0)}${day.slice(1).toLowerCase()}`;

function Times({ data }: { data: Settings }) {
  const [setting, setSetting] = useState(data.setting);
  const mayChange = data.can['change'] === true;
  const save = useStep(firstAnswerContract.save, 'Saved. Clocks that run keep their times.');
  const changed = JSON.stringify(setting) !== JSON.stringify(data.setting);
  const setSource = (id: string, minutes: number | null) =>
    setSetting(({ bySource: { [id]: _old, ...rest }, ...others }) => ({
      ...others,
      bySource: minutes === null ? rest : { ...rest, [id]: minutes },
    }));
  const setRecall = (channel: string, on: boolean) =>
    setSetting((before) => ({
      ...before,
      recall: on ? [...before.recall, channel] : before.recall.filter((one) => one !== channel),
    }));
  return (
    <Section
      title="First answer"
      help="The owner is told at 80 % of the time, owner and centre head when it is over. At twice the time a recalled lead goes to somebody else."
    >
      <Stack gap="md">
        <div style={{ maxWidth: 240 }}>
          <FieldInput
            kind="integer"
            label="Working minutes"
            value={setting.minutes}
            min={5}
            max={240}
            disabled={!mayChange}
            error={save.error?.fields['minutes']}
            onChange={(value) => setSetting((before) => ({ ...before, minutes: Number(value) }))}
          />
        </div>
        <div style={{ maxWidth: 720 }}>
          <ShortTable
            label="Times by source"
            rows={data.sources}
            keyOf={(source) => source.id}
            minWidth={280}
            columns={[
              textColumn<Source>('source', 'Source', (source) => source.name),
              textColumn<Source>('minutes', 'Minutes of its own', (source) => (
                <NumberInput
                  aria-label={`Minutes of ${source.name}`}
                  size="sm"
                  placeholder={String(setting.minutes)}
                  value={setting.bySource[source.id] ?? ''}
                  min={5}
                  max={240}
                  allowDecimal={false}
                  hideControls
                  disabled={!mayChange}
                  onChange={(value) => setSource(source.id, typeof value === 'number' ? value : null)}
                />
              )),
              textColumn<Source>('recall', 'To another owner at twice', (source) => (
                <Switch
                  aria-label={`Recall leads of ${source.name}`}
                  checked={setting.recall.includes(source.channel)}
                  disabled={!mayChange}
                  onChange={(event) => setRecall(source.channel, event.currentTarget.checked)}
                />
              )),
            ]}
          />
        </div>
        {mayChange ? (
          <Group>
            <Button disabled={!changed} loading={save.running} onClick={() => void save.run(setting)}>
              Save
            </Button>
          </Group>
        ) : (
          <Text className="quiet">Somebody with the settings right changes these.</Text>
        )}
      </Stack>
    </Section>
  );
}
