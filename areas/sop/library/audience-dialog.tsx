import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Group, Modal, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { audienceModels } from '../version/sop.states.ts';
import { sopSectionContract as contract } from './sop-section.contract.ts';

type Model = keyof typeof audienceModels;

/** For which centres a section holds. */
export function AudienceDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const query = useQuery(contract.audienceOf, { id }, { fresh: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Centres of ${title}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={query}>{(start) => <Choice id={id} start={start} onClose={onClose} />}</QueryState>
    </Modal>
  );
}

interface ChoiceProps {
  id: string;
  start: {
    version: number;
    audience: Model;
    zoneIds: number[];
    centreIds: number[];
    zones: { id: number; name: string }[];
    centres: { id: number; name: string }[];
  };
  onClose: () => void;
}

const options = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

function Choice({ id, start, onClose }: ChoiceProps) {
  const [audience, setAudience] = useState<Model>(start.audience);
  const [zones, setZones] = useState(start.zoneIds.map(String));
  const [centres, setCentres] = useState(start.centreIds.map(String));
  const save = useCommand(contract.audience, {
    refresh: ['sop-section', 'sop', 'sop-compliance'],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="md">
      <Select
        label="For"
        data={Object.entries(audienceModels).map(([value, label]) => ({ value, label }))}
        value={audience}
        onChange={(value) => setAudience((value as Model | null) ?? 'ALL')}
        allowDeselect={false}
      />
      <MultiSelect
        label="Only in these zones"
        data={options(start.zones)}
        value={zones}
        onChange={setZones}
        searchable
        clearable
      />
      <MultiSelect
        label="Only in these centres"
        data={options(start.centres)}
        value={centres}
        onChange={setCentres}
        searchable
        clearable
      />
      <Text size="sm" c="dimmed">
        Without zones and centres it holds for all of the kind above.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={save.running}
          onClick={() =>
            void save.run(
              { id, audience, zoneIds: zones.map(Number), centreIds: centres.map(Number) },
              { ifMatch: start.version },
            )
          }
        >
          Save centres
        </Button>
      </Group>
    </Stack>
  );
}
