// How long families are kept who did not come, and what staff are told of families of other centres.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnValue } from './own-value.tsx';

type Settings = OutputOf<typeof enquirySettingContract.get>;

export function PrivacyTab() {
  const settings = useQuery(enquirySettingContract.get, {});
  return (
    <QueryState query={settings}>
      {(data) => <Privacy key={JSON.stringify([data.privacy, data.own])} data={data} />}
    </QueryState>
  );
}

function Privacy({ data }: { data: Settings }) {
  const [value, setValue] = useState(data.privacy);
  const mayChange = data.can['change'] === true;
  const save = useCommand(enquirySettingContract.savePrivacy, {
    onDone: () => notice.ok('Saved.'),
    onError: (error) => notice.error(error),
  });
  const changed = JSON.stringify(value) !== JSON.stringify(data.privacy);
  return (
    <Section title="Privacy" help="Counts of a year never change: code, dates, stage, source and class stay.">
      <Stack gap="md" maw={640}>
        <OwnValue part="privacy" own={data.own} network={data.network} mayChange={mayChange} />
        <div style={{ maxWidth: 320 }}>
          <FieldInput
            kind="integer"
            label="Keep families for (months)"
            help="After the end of the academic year. Then who did not become a student is erased on a Sunday; the centre hears of it 48 hours before."
            value={value.keepMonths}
            min={12}
            max={36}
            disabled={!mayChange}
            error={save.error?.fields['keepMonths']}
            onChange={(months) => setValue((before) => ({ ...before, keepMonths: Number(months) }))}
          />
        </div>
        <Switch
          label="Say when a family is known at another centre"
          description="Staff see this after saving an enquiry, without centre, name or status. They may ask to be connected."
          checked={value.networkHint}
          disabled={!mayChange}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            setValue((before) => ({ ...before, networkHint: on }));
          }}
        />
        {mayChange && (
          <Group>
            <Button disabled={!changed} loading={save.running} onClick={() => void save.run(value)}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
