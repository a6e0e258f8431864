// What families may ask for beside the class; forms, uploads, filters and rules offer exactly these.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnValue } from './own-value.tsx';

type Settings = OutputOf<typeof enquirySettingContract.get>;

export function ProgrammesTab() {
  const settings = useQuery(enquirySettingContract.get, {});
  return (
    <QueryState query={settings}>
      {(data) => <Programmes key={JSON.stringify([data.programmes, data.own])} data={data} />}
    </QueryState>
  );
}

function Programmes({ data }: { data: Settings }) {
  const [names, setNames] = useState<string[]>(data.programmes.names);
  const mayChange = data.can['change'] === true;
  const save = useCommand(enquirySettingContract.saveProgrammes, {
    refresh: ['enquiry'],
    onDone: () => notice.ok('Saved. Enquiries keep the programme they have.'),
    onError: (error) => {
      if (Object.keys(error.fields).length === 0) notice.error(error);
    },
  });
  const changed = JSON.stringify(names) !== JSON.stringify(data.programmes.names);
  return (
    <Section
      title="Programmes"
      help="Forms, uploads, filters and allocation rules offer these. An enquiry keeps what it has."
    >
      <Stack gap="md" maw={640}>
        <OwnValue part="programmes" own={data.own} network={data.network} mayChange={mayChange} />
        <TagsInput
          label="Programmes offered"
          description="Type a name and press Enter. BSK leads to the second level of its own."
          value={names}
          onChange={setNames}
          maxTags={12}
          disabled={!mayChange}
          error={Object.values(save.error?.fields ?? {})[0]}
        />
        {mayChange && (
          <Group>
            <Button disabled={!changed} loading={save.running} onClick={() => void save.run({ names })}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
