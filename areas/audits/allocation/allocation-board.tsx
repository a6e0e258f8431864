import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatWeekdays } from '@aangan/contract/weekday.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ALLOCATION_REFRESH, zonePath } from './allocation-paths.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';
import { zmAllocationContract } from './zm-allocation.contract.ts';

type Board = OutputOf<typeof contract.board>;
type Centre = Board['managers'][number]['centres'][number];

const centreCount = (n: number): string => (n === 1 ? 'one centre' : `${n} centres`);

/** /amsv1/allocateCenter, and of one zone /ams/ams-center-allocation/{selectedZoneId}: centres are chosen and given to somebody. */
export function AllocationBoard() {
  const { selectedZoneId } = useParams();
  const navigate = useNavigate();
  const zoneId = /^\d{1,9}$/.test(selectedZoneId ?? '') ? Number(selectedZoneId) : undefined;
  const zones = useQuery(zmAllocationContract.board, {});
  const query = useQuery(contract.board, zoneId ? { zoneId } : {});
  return (
    <PageFrame
      title={zoneId ? 'Centres of a zone' : 'Allocate centres'}
      menu={[{ label: 'Academic managers', to: '/amsv1/am-allocation' }]}
    >
      <Stack gap="md">
        <Select
          label="Zone"
          placeholder="All zones"
          maw={320}
          clearable
          data={(zones.data?.zones ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={zoneId ? String(zoneId) : null}
          onChange={(value) => void navigate(value ? zonePath(Number(value)) : '/amsv1/allocateCenter')}
        />
        <QueryState query={query}>{(board) => <Panes key={zoneId ?? 'all'} board={board} />}</QueryState>
      </Stack>
    </PageFrame>
  );
}

function Panes({ board: { managers, free, can } }: { board: Board }) {
  const [chosen, choose] = useState<readonly number[]>([]);
  const [to, setTo] = useState<string | null>(null);
  const options = {
    refresh: ALLOCATION_REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const assign = useCommand(contract.assign, {
    ...options,
    onDone: ({ centres }) => {
      notice.ok(`${centreCount(centres)} allocated.`.replace(/^./, (first) => first.toUpperCase()));
      choose([]);
    },
  });
  const release = useCommand(contract.release, {
    ...options,
    onDone: () => {
      notice.ok('Taken away.');
      choose([]);
    },
  });
  const mayWrite = can['allocate'] === true;
  const toggle = (id: number) =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const held = managers.flatMap(({ centres }) => centres.map(({ id }) => id));
  const allHeld = chosen.length > 0 && chosen.every((id) => held.includes(id));
  const list = (centres: readonly Centre[]) => (
    <Stack gap="xs">
      {centres.map(({ id, label, city, category }) => {
        const text = [label, city, category === 'NEW' ? 'new' : `category ${category}`]
          .filter(Boolean)
          .join(' · ');
        return mayWrite ? (
          <Checkbox key={id} label={text} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ) : (
          <Text key={id} size="sm">
            {text}
          </Text>
        );
      })}
    </Stack>
  );
  return (
    <Stack gap="md">
      {mayWrite && (
        <Section
          title={chosen.length === 0 ? 'Choose centres below' : `Chosen: ${centreCount(chosen.length)}`}
          help="From today on the academic manager can open them. Who had one before loses it the same day."
        >
          <Group align="end" gap="sm">
            <Select
              label="Academic manager"
              placeholder="Choose somebody"
              data={managers
                .filter((manager) => manager.can['allocate'])
                .map(({ id, name, zone, centres }) => ({
                  value: id,
                  label: `${name}, ${zone} (${centres.length})`,
                }))}
              value={to}
              onChange={setTo}
              w={{ base: '100%', xs: 320 }}
            />
            <Button
              disabled={chosen.length === 0 || to === null}
              loading={assign.running}
              onClick={() => void assign.run({ id: to ?? '', franchiseeIds: [...chosen] })}
            >
              Assign
            </Button>
            <Button
              variant="default"
              disabled={!allHeld}
              loading={release.running}
              onClick={() => void release.run({ franchiseeIds: [...chosen] })}
            >
              Take away
            </Button>
          </Group>
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Section title={`Without academic manager (${free.length})`}>
          {free.length === 0 ? (
            <EmptyState
              title="Every centre has one"
              help="New centres stand here until they are allocated."
            />
          ) : (
            list(free)
          )}
        </Section>
        <Stack gap="md">
          {managers.length === 0 && (
            <Section>
              <EmptyState
                title="No academic managers here"
                help="Add one to the zone before centres are allocated."
                {...(mayWrite ? { action: { label: 'Add AM', to: '/ams/addAM' } } : {})}
              />
            </Section>
          )}
          {managers.map(({ id, name, zone, city, centres, visitsPerDay, weeklyOff }) => (
            <Section
              key={id}
              title={`${name} (${centres.length})`}
              help={`${zone} · based in ${city} · ${visitsPerDay} visits a day · off ${formatWeekdays(weeklyOff)}`}
            >
              {centres.length === 0 ? (
                <Text className="quiet">No centre is allocated yet.</Text>
              ) : (
                list(centres)
              )}
            </Section>
          ))}
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
