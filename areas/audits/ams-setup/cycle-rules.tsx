import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Cycle, type CycleRule, amsCycleContract as contract } from './ams-cycle.contract.ts';
import {
  auditTypeKeys,
  type CentreCategory,
  type CycleAuditType,
  categoryKeys,
  centreCategories,
  cycleAuditTypes,
} from './ams-words.ts';

export type Centres = Readonly<Record<CentreCategory, number>>;
type What = 'visits' | 'surprise';
type Grid = Readonly<Record<string, number>>;

const keyOf = (category: CentreCategory, type: CycleAuditType, what: What) => `${category} ${type} ${what}`;

const gridOf = (rules: Cycle['rules']): Grid =>
  Object.fromEntries(
    rules.flatMap((rule) => [
      [keyOf(rule.category, rule.auditType, 'visits'), rule.visits],
      [keyOf(rule.category, rule.auditType, 'surprise'), rule.surprise],
    ]),
  );

const rulesOf = (grid: Grid): CycleRule[] =>
  categoryKeys.flatMap((category) =>
    auditTypeKeys.flatMap((auditType) => {
      const visits = grid[keyOf(category, auditType, 'visits')] ?? 0;
      const surprise = grid[keyOf(category, auditType, 'surprise')] ?? 0;
      return visits > 0 || surprise > 0 ? [{ category, auditType, visits, surprise }] : [];
    }),
  );

/** How many visits a centre of each category gets of each type, and how many that makes in all. */
export function CycleRules({ cycle, centres }: { cycle: Cycle; centres: Centres }) {
  const [grid, setGrid] = useState<Grid>(() => gridOf(cycle.rules));
  const [editing, setEditing] = useState(false);
  const save = useCommand(contract.setRules, {
    onDone: () => {
      notice.ok('The visits are saved.');
      setEditing(false);
    },
    onError: (error) => notice.error(error),
  });
  const rules = rulesOf(grid);
  const wrong = rules.filter(({ visits, surprise }) => surprise > visits);
  const total = rules.reduce((sum, { category, visits }) => sum + visits * centres[category], 0);
  const cell = (category: CentreCategory, type: CycleAuditType, what: What) => {
    const key = keyOf(category, type, what);
    if (!editing) return grid[key] ?? '–';
    return (
      <NumberInput
        aria-label={`${centreCategories[category]}, ${cycleAuditTypes[type]}, ${what === 'visits' ? 'visits' : 'of these surprise'}`}
        min={0}
        max={6}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        w={72}
        value={grid[key] ?? ''}
        onChange={(value) => setGrid({ ...grid, [key]: Number(value) || 0 })}
      />
    );
  };
  return (
    <Stack gap="md">
      <Table.ScrollContainer minWidth={560}>
        <Table withRowBorders={false} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Category</Table.Th>
              <Table.Th ta="end">Centres today</Table.Th>
              {auditTypeKeys.flatMap((type) => [
                <Table.Th key={type}>{cycleAuditTypes[type]}</Table.Th>,
                <Table.Th key={`${type} surprise`}>of these surprise</Table.Th>,
              ])}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {categoryKeys.map((category) => (
              <Table.Tr key={category}>
                <Table.Td>{centreCategories[category]}</Table.Td>
                <Table.Td ta="end">{formatCount(centres[category])}</Table.Td>
                {auditTypeKeys.flatMap((type) => [
                  <Table.Td key={type}>{cell(category, type, 'visits')}</Table.Td>,
                  <Table.Td key={`${type} surprise`}>{cell(category, type, 'surprise')}</Table.Td>,
                ])}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {wrong.length > 0 && (
        <Alert color="danger">There are more surprise visits than visits in one place.</Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          {total === 0
            ? 'No visits yet.'
            : `With the centres of today this makes ${formatCount(total)} visits.`}
        </Text>
        {editing ? (
          <Group gap="sm">
            <Button
              variant="default"
              onClick={() => {
                setGrid(gridOf(cycle.rules));
                setEditing(false);
              }}
            >
              Cancel
            </Button>
            <Button
              loading={save.running}
              disabled={wrong.length > 0}
              onClick={() => void save.run({ id: cycle.id, rules }, { ifMatch: cycle.version })}
            >
              Save visits
            </Button>
          </Group>
        ) : (
          cycle.can['change'] && (
            <Button variant="default" onClick={() => setEditing(true)}>
              Set visits
            </Button>
          )
        )}
      </Group>
    </Stack>
  );
}
