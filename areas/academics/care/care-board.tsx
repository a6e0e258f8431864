import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import {
  ActionIcon,
  Button,
  Checkbox,
  Chip,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { diaryContract } from '../diary/diary.contract.ts';
import { careContract } from './care.contract.ts';
import { type CareKind, careKindNames, careKinds, NAP_MINUTES, TEMPERATURE, valuesOf } from './care-kinds.ts';
import { useCareWords } from './care-words.tsx';

type Row = OutputOf<typeof careContract.board>['rows'][number];

/** Meals, naps and the rest of a section's day, in taps for many children at once. */
export function CareBoard() {
  const [section, setSection] = useParam('section');
  const query = useQuery(diaryContract.form, {});
  return (
    <QueryState query={query}>
      {({ sections }) => {
        const sectionId = section ?? sections[0]?.id;
        return sectionId ? (
          <Stack gap="md">
            <Select
              label="Section"
              data={sections.map(({ id, label }) => ({ value: id, label }))}
              value={sectionId}
              onChange={setSection}
              allowDeselect={false}
              maw={280}
            />
            <Board key={sectionId} sectionId={sectionId} />
          </Stack>
        ) : (
          <EmptyState title="No section is yours today" />
        );
      }}
    </QueryState>
  );
}

interface Noted {
  kind: CareKind;
  value?: string;
  qty?: number;
  note?: string;
}

function Board({ sectionId }: { sectionId: string }) {
  const query = useQuery(careContract.board, { sectionId }, { fresh: 0 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const onError = (error: unknown) => notice.error(error);
  const record = useCommand(careContract.record, {
    onDone: ({ noted }) => notice.ok(`Noted for ${noted} ${noted === 1 ? 'child' : 'children'}.`),
    onError,
  });
  const remove = useCommand(careContract.remove, { onDone: () => notice.ok('Taken back'), onError });
  const note = (what: Noted) =>
    record.run({ sectionId, ...what, children: chosen.map((enrolmentId) => ({ id: newId(), enrolmentId })) });
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title="No child has a place here today" />
        ) : (
          <>
            <Section
              title={
                chosen.length === 0 ? 'Choose children' : `For ${chosen.length} of ${rows.length} children`
              }
              actions={
                <Checkbox
                  label="All"
                  checked={chosen.length === rows.length}
                  onChange={(event) =>
                    setChosen(event.currentTarget.checked ? rows.map(({ enrolmentId }) => enrolmentId) : [])
                  }
                />
              }
            >
              <Stack gap="md">
                <Chip.Group multiple value={[...chosen]} onChange={setChosen}>
                  <Group gap="xs">
                    {rows.map((row) => (
                      <Chip key={row.enrolmentId} value={row.enrolmentId}>
                        {row.name}
                      </Chip>
                    ))}
                  </Group>
                </Chip.Group>
                <Choices disabled={chosen.length === 0 || record.running} note={note} />
              </Stack>
            </Section>
            <Section title="Today">
              <Stack gap="xs">
                {rows.map((row) => (
                  <ChildDay key={row.enrolmentId} row={row} remove={(id) => void remove.run({ id })} />
                ))}
              </Stack>
            </Section>
          </>
        )
      }
    </QueryState>
  );
}

/** A kind, then one tap on its choice, or a number or words. */
function Choices({ disabled, note }: { disabled: boolean; note: (what: Noted) => Promise<unknown> }) {
  const { word } = useCareWords();
  const [kind, setKind] = useState<CareKind>('MEAL');
  const [degrees, setDegrees] = useState<number | string>(37);
  const [words, setWords] = useState('');
  const button = (label: string, what: Noted) => (
    <Button key={label} size="md" variant="default" disabled={disabled} onClick={() => void note(what)}>
      {label}
    </Button>
  );
  return (
    <>
      <Chip.Group value={kind} onChange={(value) => setKind(value as CareKind)}>
        <Group gap="xs">
          {careKindNames.map((name) => (
            <Chip key={name} value={name} variant="light">
              {careKinds[name]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="sm" align="end">
        {valuesOf(kind).map((value) => button(word(value), { kind, value }))}
        {kind === 'NAP' && NAP_MINUTES.map((qty) => button(`${qty} min`, { kind, qty }))}
        {kind === 'TEMPERATURE' && (
          <>
            <NumberInput
              label="Degrees Celsius"
              value={degrees}
              onChange={setDegrees}
              min={TEMPERATURE.min / 10}
              max={TEMPERATURE.max / 10}
              step={0.1}
              decimalScale={1}
              w={140}
            />
            {button('Note', { kind, qty: Math.round(Number(degrees) * 10) })}
          </>
        )}
        {kind === 'INCIDENT' && (
          <>
            <TextInput
              label="What happened"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              maxLength={200}
              style={{ flex: '1 1 240px' }}
            />
            <Button
              disabled={disabled || words.trim() === ''}
              onClick={() => void note({ kind, note: words }).then((done) => done && setWords(''))}
            >
              Note incident
            </Button>
          </>
        )}
      </Group>
    </>
  );
}

function ChildDay({ row, remove }: { row: Row; remove: (id: string) => void }) {
  const { word, amount } = useCareWords();
  return (
    <Group gap="sm">
      <Text fw={500} w={140}>
        {row.name}
      </Text>
      {row.events.length === 0 && <Text c="dimmed">–</Text>}
      {row.events.map((event) => (
        <Group key={event.id} gap={2} wrap="nowrap">
          <Text size="sm">{`${word(event.kind)}: ${amount(event)}`}</Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Take back: ${row.name}, ${word(event.kind)}`}
            onClick={() => remove(event.id)}
          >
            <IconX {...smallIcon} />
          </ActionIcon>
        </Group>
      ))}
    </Group>
  );
}
