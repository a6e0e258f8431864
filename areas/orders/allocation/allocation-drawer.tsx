import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Drawer, Group, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { kitTypeNames } from '../kit-types.ts';
import { kitAllocationContract } from './kit-allocation.contract.ts';
import type { kitAllocations } from './kit-allocation.listing.ts';
import { allocationSources } from './kit-allocation.states.ts';

type Row = ListingRow<typeof kitAllocations.endpoints.list>;

/** One right: what it is for, every rule that stands in its way, and its history. */
export function AllocationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(kitAllocationContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<'revoke' | 'again' | null>(null);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.whom ?? 'Kit allocation'}>
      <QueryState query={query}>
        {(row) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="kit-allocation" state={row.status} />
              <Group gap="xs">
                {row.can['revoke'] ? (
                  <Button variant="default" onClick={() => setStep('revoke')}>
                    Revoke
                  </Button>
                ) : null}
                {row.can['again'] ? <Button onClick={() => setStep('again')}>Allocate again</Button> : null}
              </Group>
            </Group>
            {row.blocks.length > 0 ? (
              <Alert color={row.status === 'BLOCKED' ? 'warning' : 'gray'}>
                <List size="sm">
                  {row.blocks.map((text) => (
                    <List.Item key={text}>{text}</List.Item>
                  ))}
                </List>
              </Alert>
            ) : null}
            <Facts
              min={150}
              items={[
                { label: 'Kit', value: kitTypeNames[row.kitType] ?? row.kitType },
                { label: row.admissionNo ? 'Class' : 'Of', value: row.of },
                { label: 'Admission no.', value: row.admissionNo ?? '–' },
                { label: 'Centre', value: row.centre },
                { label: 'Kits', value: `${row.qty}${row.live > 0 ? `, ${row.live} ordered` : ''}` },
                { label: 'Mapping', value: row.mapping ?? '–' },
                { label: 'Source', value: allocationSources[row.source] },
              ]}
            />
            <HistoryPanel kind="kit-allocation" id={id} />
            {step ? <AllocationStep step={step} row={row} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

export function AllocationStep({
  step,
  row,
  onClose,
}: {
  step: 'revoke' | 'again';
  row: Pick<Row, 'id' | 'version' | 'whom' | 'kitType'>;
  onClose: () => void;
}) {
  const kit = kitTypeNames[row.kitType] ?? 'the kit';
  const shared = { start: { id: row.id }, ifMatch: row.version, refresh: ['kit-allocation'], onClose };
  return step === 'revoke' ? (
    <CommandDialog
      {...shared}
      of={kitAllocationContract.revoke}
      title={`Revoke ${kit} of ${row.whom}?`}
      text="It can no longer be ordered. It is not allocated again by itself."
      confirm="Revoke"
      danger
      done="Revoked."
    />
  ) : (
    <CommandDialog
      {...shared}
      of={kitAllocationContract.again}
      title={`Allocate ${kit} to ${row.whom} again?`}
      confirm="Allocate"
      done="Allocated."
    />
  );
}
