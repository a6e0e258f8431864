import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { catalogueContract as contract } from './catalogue.contract.ts';
import { REFRESH } from './catalogue-paths.ts';
import { weightFault } from './snapshot.ts';
import { formatHundredths } from './weight-text.ts';

type Type = OutputOf<typeof contract.weights>['types'][number];

/** /amsv1/weightageModification; `?type=` chooses. */
export function Weights() {
  const query = useQuery(contract.weights, {});
  const [params, setParams] = useSearchParams();
  return (
    <PageFrame title="Category weights">
      <QueryState query={query}>
        {({ types, can }) => {
          const type = types.find(({ id }) => id === params.get('type')) ?? types[0];
          if (!type) return <Text c="dimmed">No audit types yet.</Text>;
          return (
            <Stack gap="md">
              <FieldInput
                kind="choice"
                label="Audit type"
                value={type.id}
                options={types.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => setParams({ type: String(id) }, { replace: true })}
              />
              <WeightForm key={`${type.id} ${type.sets.length}`} type={type} may={can['save'] === true} />
              <History type={type} />
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

function WeightForm({ type, may }: { type: Type; may: boolean }) {
  const tomorrow = addDays(todayIst(serverNow()), 1);
  const newest = type.sets[0]?.lines ?? [];
  const [weights, setWeights] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      type.categories.map(({ id }) => [
        id,
        newest.find(({ categoryId }) => categoryId === id)?.weightBp ?? 0,
      ]),
    ),
  );
  const [day, setDay] = useState(tomorrow);
  const [note, setNote] = useState('');
  const save = useCommand(contract.saveWeights, {
    refresh: REFRESH,
    onDone: () => notice.ok('The weights are saved.'),
    onError: (error) => notice.error(error),
  });
  const lines = type.categories.map(({ id }) => ({ categoryId: id, weightBp: weights[id] ?? 0 }));
  const fault = weightFault(lines);
  if (type.categories.length === 0)
    return <Text c="dimmed">This type has no active categories. Add them first.</Text>;
  return (
    <Section
      title="New weights"
      help="Audits from that day on are scored by them; earlier ones stay as they are."
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          {type.categories.map(({ id, name }) => (
            <FieldInput
              key={id}
              kind="percent"
              label={name}
              value={weights[id] ?? 0}
              disabled={!may}
              onChange={(value) => setWeights({ ...weights, [id]: typeof value === 'number' ? value : 0 })}
            />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <FieldInput
            kind="date"
            label="In force from"
            value={day}
            earliest={tomorrow}
            disabled={!may}
            error={save.error?.fields['effectiveFrom']}
            onChange={(value) => setDay(String(value ?? tomorrow))}
          />
          <FieldInput
            kind="text"
            label="Note"
            optional
            max={300}
            value={note}
            disabled={!may}
            onChange={(value) => setNote(String(value ?? ''))}
          />
        </SimpleGrid>
        <Group justify="space-between" gap="md">
          <Text fw={600} role="status" {...(fault ? { c: 'danger' } : {})}>
            {fault ? `Total is ${fault.total} %. ${fault.help}` : 'Total is 100.00 %.'}
          </Text>
          {may ? (
            <Button
              disabled={fault !== null}
              loading={save.running}
              onClick={() =>
                void save.run({ typeId: type.id, effectiveFrom: day, note: note.trim() || null, lines })
              }
            >
              Save weights
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Section>
  );
}

function History({ type }: { type: Type }) {
  return (
    <Section title="Earlier and coming weights">
      {type.sets.length === 0 ? (
        <Text c="dimmed">None yet. A version can be published once they are saved.</Text>
      ) : (
        <ShortTable
          label="Weights"
          rows={type.sets}
          keyOf={({ id }) => id}
          columns={[
            { id: 'from', label: 'From', cell: (row) => <DateText day={row.effectiveFrom} /> },
            {
              id: 'weights',
              label: 'Weights',
              cell: (row) =>
                row.lines.map(({ name, weightBp }) => `${name} ${formatHundredths(weightBp)} %`).join(' · '),
              second: (row) => row.note,
            },
            { id: 'by', label: 'Saved by', cell: (row) => row.by ?? '–' },
          ]}
        />
      )}
    </Section>
  );
}
