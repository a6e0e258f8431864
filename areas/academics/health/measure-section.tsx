import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type HealthRow, healthContract } from './health.contract.ts';
import { cm, kg, rangeProblems } from './health-range.ts';

interface Measure {
  height: number | null;
  weight: number | null;
}
const EMPTY: Measure = { height: null, weight: null };

/** Heights and weights of a whole section: Tab goes from field to field, what stays empty stays as it is. */
export function MeasureSection({
  sectionId,
  rows,
  today,
}: {
  sectionId: string;
  rows: readonly HealthRow[];
  today: string;
}) {
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState<ReadonlyMap<string, Measure>>(new Map());
  const measured = [...typed].filter(([, one]) => one.height !== null || one.weight !== null);
  const faulty = measured.some(([, one]) => Object.keys(rangeProblems(one)).length > 0);
  const save = useCommand(healthContract.measure, {
    refresh: ['health'],
    onDone: ({ saved }) => {
      setTyped(new Map());
      notice.ok(`${saved} ${saved === 1 ? 'child' : 'children'} measured.`);
    },
    onError: (error) => notice.error(error),
  });
  const set = (enrolmentId: string, change: Partial<Measure>) =>
    setTyped(new Map(typed).set(enrolmentId, { ...(typed.get(enrolmentId) ?? EMPTY), ...change }));
  return (
    <Stack gap="md">
      <UnsavedGuard guards={() => measured.length > 0} />
      <div style={{ width: 200 }}>
        <FieldInput
          kind="date"
          name="measuredOn"
          label="Measured on"
          value={day}
          latest={today}
          onChange={(value) => typeof value === 'string' && setDay(value)}
        />
      </div>
      <div style={{ maxWidth: 640 }}>
        <Section flush>
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['Child', 'Height in cm', 'Weight in kg'].map((label) => (
                    <Table.Th key={label}>{label}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ enrolmentId, name, last }) => {
                  const one = typed.get(enrolmentId) ?? EMPTY;
                  const problems = rangeProblems(one);
                  const field = (key: 'height' | 'weight', label: string, digits: number) => (
                    <FieldInput
                      kind="decimal"
                      name={`${key}-${enrolmentId}`}
                      label={`${label} of ${name}`}
                      bare
                      digits={digits}
                      value={one[key]}
                      error={problems[key]}
                      onChange={(value) =>
                        set(enrolmentId, { [key]: typeof value === 'number' ? value : null })
                      }
                    />
                  );
                  return (
                    <Table.Tr key={enrolmentId}>
                      <Table.Td>
                        {name}
                        {last && (
                          <Text size="sm" className="quiet figures">
                            {`${cm(last.heightMm)}, ${kg(last.weightG)}`}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>{field('height', 'Height', 1)}</Table.Td>
                      <Table.Td>{field('weight', 'Weight', 2)}</Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Section>
      </div>
      <Group>
        <Button
          loading={save.running}
          disabled={measured.length === 0 || faulty}
          onClick={() =>
            void save.run({
              sectionId,
              measuredOn: day,
              rows: measured.map(([enrolmentId, one]) => ({ enrolmentId, ...one })),
            })
          }
        >
          {measured.length === 0
            ? 'Save'
            : `Save ${measured.length} ${measured.length === 1 ? 'child' : 'children'}`}
        </Button>
        {measured.length === 0 && (
          <Text size="sm" c="dimmed">
            Enter a height or a weight. What stays empty is not changed.
          </Text>
        )}
      </Group>
    </Stack>
  );
}
